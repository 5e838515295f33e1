# What the spam filter marked. Filed elsewhere than in INBOX, a message is done with: no later script sees it.
require ["fileinto", "mailbox"];
if header :is "X-Spam" "Yes" {
  fileinto :create "Junk";
}
