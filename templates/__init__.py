"""The words of the mails: common/ and one folder a game; text and HTML twins."""
