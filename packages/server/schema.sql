-- PostgreSQL database dump

-- Name: atrio; Type: SCHEMA; Schema: -; Owner: -

CREATE SCHEMA atrio;

-- Name: journal_is_append_only(); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.journal_is_append_only() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin raise exception 'the journal is append-only' using errcode = 'insufficient_privilege'; end $$;

-- Name: permissions_valid(jsonb); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.permissions_valid(p jsonb) RETURNS boolean
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    AS $$
  select jsonb_typeof(p) = 'object' and not exists (
    select from jsonb_each_text(p) e where e.value not in ('read', 'write') or e.key not in (
      'domain', 'domain_ownercontacts', 'domain_contacts', 'domain_dns', 'domain_gluerecords', 'domain_dnssec',
      'domain_transferblock', 'domain_authcode', 'domain_others', 'service', 'service_ftp', 'service_subdomains',
      'service_redirects', 'service_ddbb', 'service_dnszone', 'service_parking', 'servicemail',
      'servicemail_accounts', 'servicemail_alias'))
$$;

-- Name: push(text, bigint[], jsonb); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.push(event text, users bigint[], payload jsonb) RETURNS void
    LANGUAGE sql
    AS $$
  select pg_notify('atrio_push', jsonb_build_object('event', event, 'users', users, 'data', payload)::text)
$$;

-- Name: push_grant(); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.push_grant() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'atrio'
    AS $$
declare g atrio.holding_grant := coalesce(new, old);
begin
  if tg_op <> 'UPDATE' or new.permissions is distinct from old.permissions then
    perform atrio.push('permissions', array[g.user_id], jsonb_build_object('id', g.holding_id));
  end if;
  return null;
end $$;

-- Name: push_job(); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.push_job() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'atrio'
    AS $$
begin
  if new.user_id is not null then
    perform atrio.push('job', array[new.user_id], jsonb_build_object('id', new.id, 'state', new.state));
  end if;
  return null;
end $$;

-- Name: push_session_end(); Type: FUNCTION; Schema: atrio; Owner: -

CREATE FUNCTION atrio.push_session_end() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'atrio'
    AS $$
begin
  perform atrio.push('session', array[old.user_id], jsonb_build_object('session', old.id));
  return null;
end $$;

-- Name: attempt; Type: TABLE; Schema: atrio; Owner: -

CREATE TABLE atrio.attempt (
    subject text NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL
);

-- Name: captcha_spent; Type: TABLE; Schema: atrio; Owner: -

CREATE TABLE atrio.captcha_spent (
    challenge_hash bytea NOT NULL,
    expires_at timestamp with time zone NOT NULL
);

-- Name: company; Type: TABLE; Schema: atrio; Owner: -

CREATE TABLE atrio.company (
    id bigint NOT NULL,
    name text NOT NULL,
    color text DEFAULT 'indigo'::text NOT NULL,
    surface text DEFAULT 'zinc'::text NOT NULL,
    color_selectable boolean DEFAULT true NOT NULL,
    force_language boolean DEFAULT false NOT NULL,
    logo text DEFAULT ''::text NOT NULL,
    logo_mini text DEFAULT ''::text NOT NULL,
    captcha_provider text DEFAULT 'altcha'::text NOT NULL,
    captcha_site_key text DEFAULT ''::text NOT NULL,
    captcha_secret_sealed bytea,
    CONSTRAINT company_captcha_provider_check CHECK ((captcha_provider = ANY (ARRAY['altcha'::text, 'recaptcha'::text, 'hcaptcha'::text, 'turnstile'::text, 'none'::text]))),
    CONSTRAINT company_name_check CHECK (((length(name) >= 1) AND (length(name) <= 80)))
);

-- Name: company_id_seq; Type: SEQUENCE; Schema: atrio; Owner: -

ALTER TABLE atrio.company ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME atrio.company_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: holding; Type: TABLE; Schema: atrio; Owner: -

CREATE TABLE atrio.holding (
    id bigint NOT NULL,
    reference text NOT NULL,
    domain_expires_at timestamp with time zone,
    service_kind text,
    service_expires_at timestamp with time zone,
    has_mail boolean DEFAULT false NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT holding_check CHECK (((service_kind IS NULL) = (service_expires_at IS NULL))),
    CONSTRAINT holding_check1 CHECK (((domain_expires_at IS NOT NULL) OR (service_kind IS NOT NULL))),
    CONSTRAINT holding_check2 CHECK (((NOT has_mail) OR (service_kind = 'hosting'::text))),
    CONSTRAINT holding_reference_check CHECK (((reference = lower(reference)) AND (reference ~ '^[a-z0-9_]([a-z0-9_.-]{0,251}[a-z0-9])?$'::text))),
    CONSTRAINT holding_service_kind_check CHECK ((service_kind = ANY (ARRAY['hosting'::text, 'parking'::text])))
);

-- Name: holding_grant; Type: TABLE; Schema: atrio; Owner: -

CREATE TABLE atrio.holding_grant (
    user_id bigint NOT NULL,
    holding_id bigint NOT NULL,
    permissions jsonb NOT NULL,
    CONSTRAINT holding_grant_permissions_check CHECK ((atrio.permissions_valid(permissions) AND (permissions <> '{}'::jsonb)))
);

-- Name: holding_id_seq; Type: SEQUENCE; Schema: atrio; Owner: -

ALTER TABLE atrio.holding ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME atrio.holding_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: idempotency; Type: TABLE; Schema: atrio; Owner: -

CREATE TABLE atrio.idempotency (
    user_id bigint NOT NULL,
    key text NOT NULL,
    request_hash bytea NOT NULL,
    status smallint,
    reply jsonb,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT idempotency_key_check CHECK (((length(key) >= 1) AND (length(key) <= 64))),
    CONSTRAINT idempotency_request_hash_check CHECK ((octet_length(request_hash) = 32))
);

-- Name: job; Type: TABLE; Schema: atrio; Owner: -

CREATE TABLE atrio.job (
    id bigint NOT NULL,
    kind text NOT NULL,
    holding_id bigint NOT NULL,
    user_id bigint,
    subject_id bigint NOT NULL,
    state text DEFAULT 'queued'::text NOT NULL,
    error text,
    progress smallint DEFAULT 0 NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    ended_at timestamp with time zone,
    CONSTRAINT job_progress_check CHECK (((progress >= 0) AND (progress <= 100))),
    CONSTRAINT job_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'running'::text, 'done'::text, 'failed'::text])))
);

-- Name: job_id_seq; Type: SEQUENCE; Schema: atrio; Owner: -

ALTER TABLE atrio.job ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME atrio.job_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: journal; Type: TABLE; Schema: atrio; Owner: -

CREATE TABLE atrio.journal (
    id bigint NOT NULL,
    at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    source text NOT NULL,
    user_id bigint,
    username text,
    ip inet,
    request_id text,
    holding_id bigint,
    area text NOT NULL,
    act text NOT NULL,
    item text,
    before jsonb,
    after jsonb,
    CONSTRAINT journal_source_check CHECK ((source = ANY (ARRAY['panel'::text, 'command'::text, 'system'::text])))
);

-- Name: journal_id_seq; Type: SEQUENCE; Schema: atrio; Owner: -

ALTER TABLE atrio.journal ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME atrio.journal_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: known_device; Type: TABLE; Schema: atrio; Owner: -

CREATE TABLE atrio.known_device (
    token_hash bytea NOT NULL,
    user_id bigint NOT NULL,
    last_seen_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT known_device_token_hash_check CHECK ((octet_length(token_hash) = 32))
);

-- Name: name_server; Type: TABLE; Schema: atrio; Owner: -

CREATE TABLE atrio.name_server (
    "position" smallint NOT NULL,
    name text NOT NULL,
    address inet NOT NULL,
    port integer NOT NULL,
    CONSTRAINT name_server_name_check CHECK (((name = lower(name)) AND (name !~ '\.$'::text))),
    CONSTRAINT name_server_port_check CHECK (((port >= 1) AND (port <= 65535)))
);

-- Name: panel_user; Type: TABLE; Schema: atrio; Owner: -

CREATE TABLE atrio.panel_user (
    id bigint NOT NULL,
    holding_id bigint NOT NULL,
    username text NOT NULL,
    password_hash text NOT NULL,
    disabled_at timestamp with time zone,
    last_login_at timestamp with time zone,
    previous_login_at timestamp with time zone,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT panel_user_username_check CHECK ((username ~ '^[a-z0-9][a-z0-9._-]{0,63}$'::text))
);

-- Name: panel_user_id_seq; Type: SEQUENCE; Schema: atrio; Owner: -

ALTER TABLE atrio.panel_user ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME atrio.panel_user_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: platform; Type: TABLE; Schema: atrio; Owner: -

CREATE TABLE atrio.platform (
    only_row boolean DEFAULT true NOT NULL,
    hostmaster text DEFAULT 'hostmaster.atrio.test'::text NOT NULL,
    web_ipv4 inet,
    web_ipv6 inet,
    mail_hosts text[] DEFAULT '{}'::text[] NOT NULL,
    imap_ssl_host text DEFAULT ''::text NOT NULL,
    smtp_ssl_host text DEFAULT ''::text NOT NULL,
    CONSTRAINT platform_only_row_check CHECK (only_row),
    CONSTRAINT platform_web_ipv4_check CHECK ((family(web_ipv4) = 4)),
    CONSTRAINT platform_web_ipv6_check CHECK ((family(web_ipv6) = 6))
);

-- Name: session; Type: TABLE; Schema: atrio; Owner: -

CREATE TABLE atrio.session (
    id bigint NOT NULL,
    token_hash bytea NOT NULL,
    user_id bigint NOT NULL,
    ip inet NOT NULL,
    user_agent text DEFAULT ''::text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    last_seen_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    CONSTRAINT session_token_hash_check CHECK ((octet_length(token_hash) = 32))
);

-- Name: session_id_seq; Type: SEQUENCE; Schema: atrio; Owner: -

ALTER TABLE atrio.session ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME atrio.session_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

-- Name: captcha_spent captcha_spent_pkey; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.captcha_spent
    ADD CONSTRAINT captcha_spent_pkey PRIMARY KEY (challenge_hash);

-- Name: company company_pkey; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.company
    ADD CONSTRAINT company_pkey PRIMARY KEY (id);

-- Name: holding_grant holding_grant_pkey; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.holding_grant
    ADD CONSTRAINT holding_grant_pkey PRIMARY KEY (user_id, holding_id);

-- Name: holding holding_pkey; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.holding
    ADD CONSTRAINT holding_pkey PRIMARY KEY (id);

-- Name: holding holding_reference_key; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.holding
    ADD CONSTRAINT holding_reference_key UNIQUE (reference);

-- Name: idempotency idempotency_pkey; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.idempotency
    ADD CONSTRAINT idempotency_pkey PRIMARY KEY (user_id, key);

-- Name: job job_pkey; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.job
    ADD CONSTRAINT job_pkey PRIMARY KEY (id);

-- Name: journal journal_pkey; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.journal
    ADD CONSTRAINT journal_pkey PRIMARY KEY (id);

-- Name: known_device known_device_pkey; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.known_device
    ADD CONSTRAINT known_device_pkey PRIMARY KEY (user_id, token_hash);

-- Name: name_server name_server_name_key; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.name_server
    ADD CONSTRAINT name_server_name_key UNIQUE (name);

-- Name: name_server name_server_pkey; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.name_server
    ADD CONSTRAINT name_server_pkey PRIMARY KEY ("position");

-- Name: panel_user panel_user_holding_id_username_key; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.panel_user
    ADD CONSTRAINT panel_user_holding_id_username_key UNIQUE (holding_id, username);

-- Name: panel_user panel_user_pkey; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.panel_user
    ADD CONSTRAINT panel_user_pkey PRIMARY KEY (id);

-- Name: platform platform_pkey; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.platform
    ADD CONSTRAINT platform_pkey PRIMARY KEY (only_row);

-- Name: session session_pkey; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.session
    ADD CONSTRAINT session_pkey PRIMARY KEY (id);

-- Name: session session_token_hash_key; Type: CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.session
    ADD CONSTRAINT session_token_hash_key UNIQUE (token_hash);

-- Name: attempt_at; Type: INDEX; Schema: atrio; Owner: -

CREATE INDEX attempt_at ON atrio.attempt USING btree (at);

-- Name: attempt_subject; Type: INDEX; Schema: atrio; Owner: -

CREATE INDEX attempt_subject ON atrio.attempt USING btree (subject, at);

-- Name: holding_grant_holding; Type: INDEX; Schema: atrio; Owner: -

CREATE INDEX holding_grant_holding ON atrio.holding_grant USING btree (holding_id);

-- Name: idempotency_created; Type: INDEX; Schema: atrio; Owner: -

CREATE INDEX idempotency_created ON atrio.idempotency USING btree (created_at);

-- Name: job_holding; Type: INDEX; Schema: atrio; Owner: -

CREATE INDEX job_holding ON atrio.job USING btree (holding_id);

-- Name: journal_holding; Type: INDEX; Schema: atrio; Owner: -

CREATE INDEX journal_holding ON atrio.journal USING btree (holding_id, id);

-- Name: session_expires_at; Type: INDEX; Schema: atrio; Owner: -

CREATE INDEX session_expires_at ON atrio.session USING btree (expires_at);

-- Name: session_user_id; Type: INDEX; Schema: atrio; Owner: -

CREATE INDEX session_user_id ON atrio.session USING btree (user_id);

-- Name: journal journal_is_append_only; Type: TRIGGER; Schema: atrio; Owner: -

CREATE TRIGGER journal_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON atrio.journal FOR EACH STATEMENT EXECUTE FUNCTION atrio.journal_is_append_only();

-- Name: holding_grant push_grant; Type: TRIGGER; Schema: atrio; Owner: -

CREATE TRIGGER push_grant AFTER INSERT OR DELETE OR UPDATE ON atrio.holding_grant FOR EACH ROW EXECUTE FUNCTION atrio.push_grant();

-- Name: job push_job; Type: TRIGGER; Schema: atrio; Owner: -

CREATE TRIGGER push_job AFTER INSERT OR UPDATE OF state, progress ON atrio.job FOR EACH ROW EXECUTE FUNCTION atrio.push_job();

-- Name: session push_session_end; Type: TRIGGER; Schema: atrio; Owner: -

CREATE TRIGGER push_session_end AFTER DELETE ON atrio.session FOR EACH ROW EXECUTE FUNCTION atrio.push_session_end();

-- Name: holding_grant holding_grant_holding_id_fkey; Type: FK CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.holding_grant
    ADD CONSTRAINT holding_grant_holding_id_fkey FOREIGN KEY (holding_id) REFERENCES atrio.holding(id) ON DELETE CASCADE;

-- Name: holding_grant holding_grant_user_id_fkey; Type: FK CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.holding_grant
    ADD CONSTRAINT holding_grant_user_id_fkey FOREIGN KEY (user_id) REFERENCES atrio.panel_user(id) ON DELETE CASCADE;

-- Name: idempotency idempotency_user_id_fkey; Type: FK CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.idempotency
    ADD CONSTRAINT idempotency_user_id_fkey FOREIGN KEY (user_id) REFERENCES atrio.panel_user(id) ON DELETE CASCADE;

-- Name: job job_holding_id_fkey; Type: FK CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.job
    ADD CONSTRAINT job_holding_id_fkey FOREIGN KEY (holding_id) REFERENCES atrio.holding(id) ON DELETE CASCADE;

-- Name: job job_user_id_fkey; Type: FK CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.job
    ADD CONSTRAINT job_user_id_fkey FOREIGN KEY (user_id) REFERENCES atrio.panel_user(id) ON DELETE SET NULL;

-- Name: known_device known_device_user_id_fkey; Type: FK CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.known_device
    ADD CONSTRAINT known_device_user_id_fkey FOREIGN KEY (user_id) REFERENCES atrio.panel_user(id) ON DELETE CASCADE;

-- Name: panel_user panel_user_holding_id_fkey; Type: FK CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.panel_user
    ADD CONSTRAINT panel_user_holding_id_fkey FOREIGN KEY (holding_id) REFERENCES atrio.holding(id) ON DELETE CASCADE;

-- Name: session session_user_id_fkey; Type: FK CONSTRAINT; Schema: atrio; Owner: -

ALTER TABLE ONLY atrio.session
    ADD CONSTRAINT session_user_id_fkey FOREIGN KEY (user_id) REFERENCES atrio.panel_user(id) ON DELETE CASCADE;

-- Name: SCHEMA atrio; Type: ACL; Schema: -; Owner: -

GRANT USAGE ON SCHEMA atrio TO atrio_api;
GRANT USAGE ON SCHEMA atrio TO atrio_worker;
GRANT USAGE ON SCHEMA atrio TO atrio_dnsd;

-- Name: FUNCTION journal_is_append_only(); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.journal_is_append_only() FROM PUBLIC;

-- Name: FUNCTION permissions_valid(p jsonb); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.permissions_valid(p jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION atrio.permissions_valid(p jsonb) TO atrio_api;
GRANT ALL ON FUNCTION atrio.permissions_valid(p jsonb) TO atrio_worker;

-- Name: FUNCTION push(event text, users bigint[], payload jsonb); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.push(event text, users bigint[], payload jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION atrio.push(event text, users bigint[], payload jsonb) TO atrio_api;
GRANT ALL ON FUNCTION atrio.push(event text, users bigint[], payload jsonb) TO atrio_worker;

-- Name: FUNCTION push_grant(); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.push_grant() FROM PUBLIC;

-- Name: FUNCTION push_job(); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.push_job() FROM PUBLIC;

-- Name: FUNCTION push_session_end(); Type: ACL; Schema: atrio; Owner: -

REVOKE ALL ON FUNCTION atrio.push_session_end() FROM PUBLIC;

-- Name: TABLE attempt; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT,INSERT ON TABLE atrio.attempt TO atrio_api;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE atrio.attempt TO atrio_worker;

-- Name: TABLE captcha_spent; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT,INSERT ON TABLE atrio.captcha_spent TO atrio_api;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE atrio.captcha_spent TO atrio_worker;

-- Name: TABLE company; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT ON TABLE atrio.company TO atrio_api;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE atrio.company TO atrio_worker;

-- Name: TABLE holding; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT ON TABLE atrio.holding TO atrio_api;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE atrio.holding TO atrio_worker;

-- Name: TABLE holding_grant; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT ON TABLE atrio.holding_grant TO atrio_api;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE atrio.holding_grant TO atrio_worker;

-- Name: TABLE idempotency; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT,INSERT ON TABLE atrio.idempotency TO atrio_api;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE atrio.idempotency TO atrio_worker;

-- Name: COLUMN idempotency.status; Type: ACL; Schema: atrio; Owner: -

GRANT UPDATE(status) ON TABLE atrio.idempotency TO atrio_api;

-- Name: COLUMN idempotency.reply; Type: ACL; Schema: atrio; Owner: -

GRANT UPDATE(reply) ON TABLE atrio.idempotency TO atrio_api;

-- Name: TABLE job; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT,INSERT ON TABLE atrio.job TO atrio_api;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE atrio.job TO atrio_worker;

-- Name: TABLE journal; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT,INSERT ON TABLE atrio.journal TO atrio_api;
GRANT SELECT,INSERT ON TABLE atrio.journal TO atrio_worker;

-- Name: TABLE known_device; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT,INSERT,DELETE ON TABLE atrio.known_device TO atrio_api;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE atrio.known_device TO atrio_worker;

-- Name: COLUMN known_device.last_seen_at; Type: ACL; Schema: atrio; Owner: -

GRANT UPDATE(last_seen_at) ON TABLE atrio.known_device TO atrio_api;

-- Name: TABLE name_server; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT ON TABLE atrio.name_server TO atrio_api;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE atrio.name_server TO atrio_worker;

-- Name: TABLE panel_user; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT ON TABLE atrio.panel_user TO atrio_api;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE atrio.panel_user TO atrio_worker;

-- Name: COLUMN panel_user.password_hash; Type: ACL; Schema: atrio; Owner: -

GRANT UPDATE(password_hash) ON TABLE atrio.panel_user TO atrio_api;

-- Name: COLUMN panel_user.last_login_at; Type: ACL; Schema: atrio; Owner: -

GRANT UPDATE(last_login_at) ON TABLE atrio.panel_user TO atrio_api;

-- Name: COLUMN panel_user.previous_login_at; Type: ACL; Schema: atrio; Owner: -

GRANT UPDATE(previous_login_at) ON TABLE atrio.panel_user TO atrio_api;

-- Name: TABLE platform; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT ON TABLE atrio.platform TO atrio_api;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE atrio.platform TO atrio_worker;

-- Name: TABLE session; Type: ACL; Schema: atrio; Owner: -

GRANT SELECT,INSERT,DELETE ON TABLE atrio.session TO atrio_api;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE atrio.session TO atrio_worker;

-- Name: COLUMN session.last_seen_at; Type: ACL; Schema: atrio; Owner: -

GRANT UPDATE(last_seen_at) ON TABLE atrio.session TO atrio_api;

-- PostgreSQL database dump complete
