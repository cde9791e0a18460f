-- An invitation reserves its e-mail address nowhere: one address signs in to one organisation, by the first link used.
DROP INDEX "members_email";
--> statement-breakpoint
CREATE UNIQUE INDEX "members_email_joined" ON "members" USING btree (lower("email")) WHERE "members"."password_hash" is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX "members_email" ON "members" USING btree ("organisation_id",lower("email"));
--> statement-breakpoint
ALTER TABLE "wall_links" ADD COLUMN "expires_at" timestamp (3) with time zone;
--> statement-breakpoint
alter table wall_links no force row level security;
--> statement-breakpoint
alter table sessions no force row level security;
--> statement-breakpoint
update wall_links w set expires_at = greatest(coalesce(s.ends_at + interval '24 hours', w.created_at + interval '7 days'), now())
from sessions s where s.session_id = w.session_id;
--> statement-breakpoint
update wall_links set expires_at = now() where expires_at is null;
--> statement-breakpoint
ALTER TABLE "wall_links" ALTER COLUMN "expires_at" SET NOT NULL;
--> statement-breakpoint
alter table wall_links force row level security;
--> statement-breakpoint
alter table sessions force row level security;
--> statement-breakpoint
alter table catalogue_entries no force row level security;
--> statement-breakpoint
alter table transactions no force row level security;
--> statement-breakpoint
-- Entries as lib/catalogue/entry writes them: the whole account number stands last, behind U+001F, for those who may see it.
update catalogue_entries e set text = folded.text || U&'\001F' || ' ' || lower(told.account)
from (
  select t.session_id, t.number, t.sender_account as account, regexp_replace(concat_ws(' ', '', t.sender_name,
    case when length(t.sender_account) > 4 then right(t.sender_account, 4) else '' end, t.sender_bank_name, t.narration,
    t.bank_ref, t.payment_key, t.id, (t.amount / 100)::text || '.' || lpad((t.amount % 100)::text, 2, '0'),
    to_char(t.amount / 100, 'FM999,999,999,999,999,990') || '.' || lpad((t.amount % 100)::text, 2, '0')), '\s+', ' ', 'g') as text
  from transactions t
) told cross join lateral (
  select lower(case when octet_length(told.text) = char_length(told.text) then told.text
    else translate(regexp_replace(normalize(told.text, nfd), '[' || U&'\0300' || '-' || U&'\036F' || ']', '', 'g'), 'ƁɓƊɗƘƙƳƴ', 'bbddkkyy') end) as text
) folded
where e.session_id = told.session_id and e.number = told.number;
--> statement-breakpoint
alter table catalogue_entries force row level security;
--> statement-breakpoint
alter table transactions force row level security;
