-- A payment changes its expected payment once, usually soon after its neighbours on the page: half of a page lets every such change
-- stay on it (HOT), without new entries in five indexes.
alter table expected_payments set (fillfactor = 50);
