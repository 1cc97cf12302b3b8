-- Surveys: the rows of a file, as they were read.

-- name: read_lines
SELECT ligne, {columns} FROM import_raw WHERE faute IS NULL OR faute = 'courte' ORDER BY ligne
