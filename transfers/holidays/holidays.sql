-- Count working days. The functions of migration 0197 know the calendar.

-- name: add_working_days
SELECT transfers_jours_ouvres(%(start)s, %(number)s);

-- name: count_working_days
SELECT count(*) FROM generate_series(%(first)s::date, %(end)s::date - 1, interval '1 day') AS jour
WHERE transfers_jour_ouvre(jour::date);
