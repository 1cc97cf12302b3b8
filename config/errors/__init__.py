"""Define the errors of the domain, without knowing of HTTP: `config.api` puts statuses and headers on them."""
