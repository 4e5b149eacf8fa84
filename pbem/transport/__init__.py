"""Where mails come from and go to."""
