"""Pay in cash: numbered sheets of a village each, what was handed out for them, and what came back."""
