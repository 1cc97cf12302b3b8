-- name: forwards
-- Return whether a place lies far from the boundary of its region or sector: more than 0.02 degrees outside, about 2 km,
-- since boundaries are drawn coarsely. Of an area without boundary nothing lies far.
CREATE FUNCTION geo_is_far(place geometry, region uuid, sector uuid) RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT EXISTS (SELECT FROM geo_region AS area WHERE area.id = region AND NOT ST_DWithin(area.geom, place, 0.02))
      OR EXISTS (SELECT FROM geo_secteur AS area WHERE area.id = sector AND NOT ST_DWithin(area.geom, place, 0.02))
$$;

-- name: backwards
DROP FUNCTION geo_is_far(geometry, uuid, uuid);
