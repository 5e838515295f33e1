-- Our own rules. policyd says who may send as whom and with which key; without its answer mail is put off: nothing leaves
-- unsigned, and nothing that says it is ours comes in unasked.
local rspamd_tcp = require "rspamd_tcp"
local ucl = require "ucl"

local policyd = "@SENDER_SOCKET@"
-- as which Dovecot's Sieve signs in to Postfix with what it redirects
local sieve = "sieve"

local function put_off(task)
  task:set_pre_result({
    action = "soft reject",
    module = "atrio",
    message = "The sender cannot be looked up just now: send it again in a minute",
  })
end

local function ask(task, question, on_answer)
  local function on_reply(err, data)
    local parser = ucl.parser()
    if err or not data or not parser:parse_string(tostring(data)) then
      put_off(task)
      return
    end
    on_answer(parser:get_object())
  end
  local asked = rspamd_tcp.request({
    task = task,
    host = policyd,
    port = 0,
    data = { ucl.to_format(question, "json-compact") .. "\n" },
    callback = on_reply,
    stop_pattern = "\n",
    timeout = 3.0,
  })
  if not asked then put_off(task) end
end

-- Outbound ------------------------------------------------------------------------------------------------------------------

local function without_tag(address)
  return (address:lower():gsub("%+[^@]*@", "@"))
end

-- The one address of the one From header, as every reader understands it (RFC 5322, 3.6.2); nil where readers could differ.
local function from_address(task)
  local headers = task:get_header_full("From") or {}
  if #headers ~= 1 then return nil end
  local text = headers[1].value or ""
  text = text:gsub("[\r\n]", ""):gsub('\\.', ""):gsub('"[^"]*"', ""):gsub("%b()", "")
  local display, bracketed = text:match("^([^<>,;:]*)<%s*([^<>%s]+)%s*>%s*$")
  local address = (bracketed or text:match("^%s*([^%s<>,;:]+)%s*$") or ""):lower()
  if not address:match("^[^@]+@[^@]+$") then return nil end
  display = (display or ""):match("^%s*(.-)%s*$"):lower()
  if display:find("@", 1, true) and display ~= address then return nil end
  -- rspamd takes +shop off what it read
  local parsed = task:get_from("mime")
  if not parsed or #parsed ~= 1 or without_tag(parsed[1].addr or "") ~= without_tag(address) then return nil end
  return address
end

local function refuse(task, message)
  task:set_pre_result({ action = "reject", module = "atrio", message = message })
end

local function sign(task, signature)
  local signed = rspamd_plugins.dkim.sign(task, {
    domain = signature.domain,
    selector = signature.selector,
    rawkey = signature.key,
  })
  if signed then
    task:set_pre_result({ action = "no action", module = "atrio" })
  else
    put_off(task)
  end
end

local function outbound(task)
  local login = task:get_user()
  if not login then return end
  if login == sieve then
    -- its author's, not ours to sign
    task:set_pre_result({ action = "no action", module = "atrio" })
    return
  end
  local from = from_address(task)
  if not from then
    refuse(task, "The From header must name one address: one of your own")
    return
  end
  ask(task, { from = from, login = login }, function(answer)
    if answer.sender == "signed" then
      sign(task, answer.signature)
    elseif answer.sender == "refused" then
      refuse(task, "You may not send as " .. from .. " in the From header: it is not one of your addresses")
    else
      put_off(task)
    end
  end)
end
rspamd_config:register_symbol({ name = "ATRIO_OUTBOUND", type = "prefilter", priority = 10, callback = outbound })

-- Whatever happened: what somebody signed in for has been looked at, or waits.
rspamd_config:register_symbol({
  name = "ATRIO_LOOKED_AT",
  type = "postfilter",
  callback = function(task)
    if task:get_user() and not task:has_pre_result() then put_off(task) end
  end,
})

-- Inbound -------------------------------------------------------------------------------------------------------------------

-- Says it is from a domain of ours: proved by DKIM, or by SPF for the same domain.
local function proved(task, domain)
  local trace = (task:get_symbol("DKIM_TRACE") or {})[1]
  for _, checked in ipairs(trace and trace.options or {}) do
    if checked:lower() == domain .. ":+" then return true end
  end
  local envelope = task:get_from("smtp")
  return task:has_symbol("R_SPF_ALLOW") and envelope and envelope[1] and envelope[1].domain:lower() == domain
end

local function own_sender(task)
  local asked, count = {}, 0
  for _, from in ipairs(task:get_from("mime") or {}) do
    local domain = (from.domain or ""):lower()
    if domain ~= "" and not asked[domain] and count < 10 and not proved(task, domain) then
      asked[domain], count = true, count + 1
      ask(task, { domain = domain }, function(answer)
        if answer.error then
          put_off(task)
        elseif answer.ours then
          task:insert_result("ATRIO_FORGED_OWN_SENDER", 1.0, domain)
        end
      end)
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
