-- Our own rules. policyd is asked once about each message that goes out, and once, before the scan, about each that comes in;
-- without its answer mail is put off: nothing leaves unsigned or uncounted, and nothing that says it is ours comes in unasked.
local rspamd_tcp = require "rspamd_tcp"
local ucl = require "ucl"

local said = dofile("@HOME@/etc/rspamd/said.lua")

local policyd = "@POLICYD_SOCKET@"

-- An answer has the last word over what was said while it was awaited.
local function decide(task, action, message)
  task:set_pre_result({ action = action, module = "atrio", message = message, priority = 2 })
end

local function refuse(task, message)
  decide(task, "reject", message)
end

local function put_off(task)
  task:set_pre_result({
    action = "soft reject",
    module = "atrio",
    message = "This cannot be looked up just now: send it again in a minute",
    priority = 1,
  })
end

local function ask(task, question, on_answer)
  local function on_reply(err, data)
    local parser = ucl.parser()
    local answer = not err and data and parser:parse_string(tostring(data)) and parser:get_object()
    if not answer or answer.error then
      put_off(task)
    elseif answer.verdict == "limited" then
      decide(task, answer.permanent and "reject" or "soft reject", answer.text)
    else
      on_answer(answer)
    end
  end
  local asked = rspamd_tcp.request({
    task = task,
    host = policyd,
    port = 0,
    data = { ucl.to_format(question, "json-compact") .. "\n" },
    callback = on_reply,
    stop_pattern = "\n",
    -- longer than another message is scanned in this process meanwhile
    timeout = 10.0,
  })
  if not asked then put_off(task) end
end

-- Outbound ------------------------------------------------------------------------------------------------------------------

local function sign(task, signature)
  local signed = rspamd_plugins.dkim.sign(task, {
    domain = signature.domain,
    selector = signature.selector,
    rawkey = signature.key,
  })
  if signed then
    decide(task, "no action")
  else
    put_off(task)
  end
end

local function outbound(task)
  local login = task:get_user()
  if not login then return end
  -- as which Dovecot's Sieve signs in to Postfix with what ana@uno.test redirects: ana=uno.test@sieve
  -- and with what it answers: ana=uno.test@answer
  local name, domain, what = login:match("^(.+)=([^=]+)@(%a+)$")
  local automatic = what == "answer"
  if name then login = name .. "@" .. domain end
  if what == "sieve" then
    ask(task, { about = "redirected", mailbox = login, recipients = said.recipients(task) }, function(answer)
      -- its author's, not ours to sign
      if answer.verdict == "passed" then
        decide(task, "no action")
      else
        refuse(task, "There is no mailbox " .. login)
      end
    end)
    return
  end
  local texts = {}
  for _, header in ipairs({ "From", "Sender", "Resent-From", "Resent-Sender" }) do
    local more = said.shown(task, header)
    if not more then
      refuse(task, "The " .. header .. " header is longer than a name and an address")
      return
    end
    for _, text in ipairs(more) do texts[#texts + 1] = text end
  end
  local from = said.from_address(task)
  if not from then
    refuse(task, "The From header must name one address: one of your own")
    return
  end
  local addresses = { from }
  if (task:get_header("Sender") or "") ~= "" then
    addresses[2] = said.one_address(task, "Sender")
    if not addresses[2] then
      refuse(task, "The Sender header must name one address: one of your own")
      return
    end
  end
  for _, address in ipairs(said.addresses_in(texts)) do addresses[#addresses + 1] = address end
  local question = {
    about = "outgoing",
    login = login,
    addresses = addresses,
    recipients = said.recipients(task),
    automatic = automatic,
  }
  ask(task, question, function(answer)
    if answer.verdict == "signed" then
      sign(task, answer.signature)
    elseif answer.verdict == "refused" then
      refuse(task, "You may not send as " .. (answer.address or from) .. " in the From or Sender header: it is not one of your addresses")
    else
      put_off(task)
    end
  end)
end
rspamd_config:register_symbol({ name = "ATRIO_OUTBOUND", type = "prefilter", priority = 10, callback = outbound })

-- Inbound -------------------------------------------------------------------------------------------------------------------

-- What policyd says is kept for the rules below: while the message is scanned nothing is awaited.
local function inbound(task)
  if task:get_user() then return end
  local envelope = said.envelope_sender(task)
  local named = said.domains_named(task)
  local domains = { envelope and envelope.domain or "" }
  for _, domain in ipairs(named or {}) do domains[#domains + 1] = domain end
  local question = {
    about = "incoming",
    client = tostring(task:get_from_ip() or ""),
    domains = domains,
    recipients = said.recipients(task),
    size = task:get_size(),
  }
  ask(task, question, function(facts)
    if facts.full then
      refuse(task, "The mailbox " .. facts.full .. " is full")
      return
    end
    local ours = {}
    for _, domain in ipairs(facts.ours) do ours[domain] = true end
    facts.ours, facts.named = ours, named
    task:cache_set("atrio", facts)
  end)
end
rspamd_config:register_symbol({ name = "ATRIO_INBOUND", type = "prefilter", priority = 10, callback = inbound })

-- Says it is from a domain of ours: proved by DKIM, or by SPF for the same domain. This machine's own address is no proof, since
-- what runs here is everybody's.
local function proved(task, domain, facts)
  local trace = (task:get_symbol("DKIM_TRACE") or {})[1]
  for _, checked in ipairs(trace and trace.options or {}) do
    if checked:lower() == domain .. ":+" then return true end
  end
  local envelope = said.envelope_sender(task)
  return not facts.here and task:has_symbol("R_SPF_ALLOW") and envelope and envelope.domain == domain
end

local function own_sender(task)
  local facts = task:cache_get("atrio")
  if not facts then return end
  if not facts.named then task:insert_result("ATRIO_FORGED_OWN_SENDER", 1.0, "From") end
  for _, domain in ipairs(facts.named or {}) do
    if facts.ours[domain] and not proved(task, domain, facts) then
      task:insert_result("ATRIO_FORGED_OWN_SENDER", 1.0, domain)
    end
  end
end
local own_sender_check = rspamd_config:register_symbol({
  name = "ATRIO_OWN_SENDER",
  type = "callback",
  flags = "empty",
  callback = own_sender,
})
rspamd_config:register_symbol({
  name = "ATRIO_FORGED_OWN_SENDER",
  type = "virtual",
  parent = own_sender_check,
  score = 9.0,
  group = "atrio",
})
rspamd_config:register_dependency("ATRIO_OWN_SENDER", "SPF_CHECK")
rspamd_config:register_dependency("ATRIO_OWN_SENDER", "DKIM_CHECK")

-- The mark that rspamd takes for likely spam, as a rule like others: its own way with it would leave out all these.
config["regexp"]["ATRIO_LIKELY_SPAM"] = {
  re = "/YJS\\*C4JDBQADN1\\.NSBN3\\*2IDNEN\\*GTUBE-STANDARD-ANTI-UBE-TEST-EMAIL\\*C\\.34X/{mime}",
  score = 6.0,
  group = "atrio",
}

-- The last word on what passed: whatever happened, who signed in has been looked at, and of what comes in all is known.
local function judge(task)
  local facts = task:cache_get("atrio")
  if not facts then
    if not task:has_pre_result() then put_off(task) end
    return
  end
  local action = task:get_metric_action()
  local envelope = said.envelope_sender(task)
  local domain = envelope and envelope.domain
  if domain and facts.ours[domain] and not proved(task, domain, facts) then
    if task:has_symbol("R_SPF_DNSFAIL") or task:has_symbol("R_DKIM_TEMPFAIL") then
      put_off(task)
    else
      refuse(task, "Sign in to send as " .. envelope.addr .. ", or let the SPF record of " .. domain .. " name your server")
    end
  elseif action == "reject" then
    return
  elseif #facts.holdings > 0 and action == "add header" then
    refuse(task, "This message looks like spam, and spam is not sent on: one of its recipients is on another server")
  elseif #facts.holdings > 0 then
    put_off(task)
    ask(task, { about = "sent-on", holdings = facts.holdings, amounts = facts.amounts }, function()
      decide(task, "no action")
    end)
  end
end
rspamd_config:register_symbol({ name = "ATRIO_JUDGE", type = "postfilter", callback = judge })

-- What Junk is decided by is ours alone to say; X-Spam itself is added by the milter, from its action.
rspamd_config:register_symbol({
  name = "ATRIO_HEADERS",
  type = "postfilter",
  priority = 10,
  callback = function(task)
    if task:get_user() then return end
    local action = task:get_metric_action()
    local spam = action == "add header" or action == "reject"
    local status = string.format("%s, score=%.1f required=6.0", spam and "Yes" or "No", task:get_metric_score()[1])
    task:set_milter_reply({
      remove_headers = { ["X-Spam"] = 0, ["X-Spam-Flag"] = 0, ["X-Spam-Score"] = 0, ["X-Spam-Status"] = 0 },
      add_headers = { ["X-Spam-Status"] = status },
    })
  end,
})
