"""Exchange messages with a gateway of SMS and voice: complaints come in, answers go out."""
