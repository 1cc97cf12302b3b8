-- name: read_lines
SELECT ligne, faute, {columns} FROM import_raw ORDER BY ligne
