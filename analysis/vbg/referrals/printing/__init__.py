"""Print a referral as a card."""
