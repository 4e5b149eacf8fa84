"""Pure reading and writing of mails: bytes to letters, letters to orders, views to mails."""
