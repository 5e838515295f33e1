# What of the Public Suffix List domains are told apart by (DMARC, RFC 7489, 3.2). All of it takes rspamd minutes to compile,
# and three times the memory.
/END ICANN/ { exit }
/^\/\// || !NF { next }
{
  count = split($0, label, ".")
  if (count == 1 || (count == 2 && label[1] ~ /^(ac|co|com|edu|go|gob|gov|ltd|me|mil|ne|net|nom|or|org)$/)) print
}
