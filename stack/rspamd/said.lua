-- Whom a message says it is from and for: in its envelope, and in headers as every reader could understand them.

-- As Postfix understands it: rspamd leaves the quoting of RFC 5321 in what was said.
local function unquoted(address)
  return (address:gsub("\\(.)", "%1"):gsub('"', ""))
end

-- rspamd takes +shop off what it reads, and lists what was said before what it made of it.
local function envelope_sender(task)
  local from = (task:get_from({ "smtp", "orig" }) or {})[1]
  if not from or from.addr == "" then return nil end
  local address = unquoted(from.addr)
  return { addr = address, domain = address:match("[^@]*$"):lower() }
end

local function recipients(task)
  local all, addresses = task:get_recipients({ "smtp", "orig" }) or {}, {}
  for n = 1, #(task:get_recipients("smtp") or {}) do addresses[n] = unquoted(all[n].addr) end
  return addresses
end

-- At signs and dots that look like the usual ones: U+FF20, U+FE6B; U+FF0E, U+3002, U+FF61, U+2024.
local lookalikes = {
  ["\239\188\160"] = "@",
  ["\239\185\171"] = "@",
  ["\239\188\142"] = ".",
  ["\227\128\130"] = ".",
  ["\239\189\161"] = ".",
  ["\226\128\164"] = ".",
}
-- More than a name and an address need; to look for addresses in far more takes minutes.
local longest_header = 1000

-- The headers of this name as they are shown; nil where one is too long.
local function shown(task, name)
  local texts = {}
  for n, header in ipairs(task:get_header_full(name) or {}) do
    local text = header.decoded or ""
    if #text > longest_header or #(header.value or "") > longest_header then return nil end
    texts[n] = text:gsub("[\226\227\239]..", lookalikes):gsub("%s*@[%s%[]*", "@")
  end
  return texts
end

local function without_tag(address)
  return (address:lower():gsub("%+[^@]*@", "@"))
end

-- The one address of the one header of this name, as every reader understands it (RFC 5322, 3.6.2); nil where readers could differ.
local function one_address(task, name)
  local headers = task:get_header_full(name) or {}
  if #headers ~= 1 then return nil end
  local text = headers[1].value or ""
  text = text:gsub("[\r\n]", ""):gsub('\\.', ""):gsub('"[^"]*"', ""):gsub("%b()", "")
  local display, bracketed = text:match("^([^<>,;:]*)<%s*([^<>%s]+)%s*>%s*$")
  local address = (bracketed or text:match("^%s*([^%s<>,;:]+)%s*$") or ""):lower()
  if not address:match("^[^@]+@[^@]+$") then return nil end
  display = (display or ""):match("^%s*(.-)%s*$"):lower()
  if display:find("@", 1, true) and display ~= address then return nil end
  return address
end

local function from_address(task)
  local address = one_address(task, "From")
  local parsed = task:get_from("mime")
  if not address or not parsed or #parsed ~= 1 or without_tag(parsed[1].addr or "") ~= without_tag(address) then return nil end
  return address
end

-- All that looks like an address in what is shown: phones show the name alone.
local function addresses_in(texts)
  local found = {}
  for _, text in ipairs(texts) do
    for word in text:gmatch("[^%s<>()\"',;:%[%]\\]+") do
      local address = word:match("^(.-)%.*$"):lower()
      if address:match(".@.*[^.]%.[^.]") then found[#found + 1] = address end
    end
  end
  return found
end

-- The domains that From could be understood to name, by whatever program; nil where that is beyond telling.
local function domains_named(task)
  local texts = shown(task, "From")
  if not texts then return nil end
  local domains, known = {}, {}
  local function add(domain)
    if domain ~= "" and not known[domain] then domains[#domains + 1], known[domain] = domain, true end
  end
  for _, from in ipairs(task:get_from("mime") or {}) do add((from.domain or ""):lower()) end
  for _, text in ipairs(texts) do
    -- without comments, and with the white space of old around dots
    for _, read in ipairs({ text, (text:gsub("%b()", ""):gsub("%s*@%s*", "@"):gsub("%s*%.%s*", ".")) }) do
      for domain in read:gmatch("@([^@%s<>()\"',;:%[%]\\]+)") do add(domain:match("^(.-)%.*$"):lower()) end
    end
  end
  return #domains <= 20 and domains or nil
end

return {
  envelope_sender = envelope_sender,
  recipients = recipients,
  shown = shown,
  one_address = one_address,
  from_address = from_address,
  addresses_in = addresses_in,
  domains_named = domains_named,
}
