"""Pay through the GSMA Mobile Money API, version 1.2 (https://developer.mobilemoneyapi.io)."""
