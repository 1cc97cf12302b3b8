-- name: nearby
-- The nearest active services of each kind, at most `each` of one; services that are open are chosen among them.
SELECT id, nom, type, adresse, telephone, horaires, region, secteur, localite, latitude, longitude, distance, azimut
FROM (
  SELECT place.id, place.nom, place.type, place.adresse, place.telephone, place.horaires, region.nom AS region,
         secteur.nom AS secteur, localite.nom AS localite, ST_Y(place.geom) AS latitude, ST_X(place.geom) AS longitude,
         ST_Distance(place.geog, %(point)s::geography) AS distance,
         degrees(ST_Azimuth(%(point)s::geography, place.geog)) AS azimut,
         row_number() OVER (PARTITION BY place.type
                            ORDER BY ST_Distance(place.geog, %(point)s::geography), place.id) AS rang
  FROM ({places}) AS place
  LEFT JOIN geo_region AS region ON region.id = place.region_id
  LEFT JOIN geo_secteur AS secteur ON secteur.id = place.secteur_id
  LEFT JOIN geo_localite AS localite ON localite.id = place.localite_id
) AS ranked
WHERE rang <= %(each)s
ORDER BY distance, id
