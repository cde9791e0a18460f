import { atClock, type StoryPayment } from "./payment";

/**
 * The rows of the screenshots, newest first: time, payer, bank and last digits, narration, place (a terminal, or the
 * first name of the operator to whom a transfer is assigned), status, naira.
 */
const NOW = `
21:42:14 | Chinedu Okonkwo | 058 4471 | VIP entry x2 | Ngozi | ok | 80000
21:42:09 | Aisha Bello | 044 8120 | POS purchase | 4 | ok | 12500
21:42:02 | Oluwaseun Ogunleye | 305 0932 | 2 regular tickets | | pending | 30000
21:41:57 | Ifeoma Nwachukwu | 057 2206 | POS purchase | 1 | ok | 15000
21:41:49 | Musa Abdullahi | 50515 6648 | POS purchase | 5 | ok | 7500
21:41:44 | Efe Ighodaro | 011 5537 | Card purchase | 8 | failed | 125000
21:41:38 | Tamunotonye Briggs | 033 6015 | Table 6 balance | Tunde | ok | 250000
21:41:31 | Zainab Lawal | 50211 7754 | POS purchase | 2 | ok | 45000
21:41:27 | Ọláídé Adébáyọ̀ | 232 1390 | Chapman x3 | Chidi | ok | 9000
21:41:19 | Ekaette Bassey | 070 2873 | POS purchase | 7 | ok | 20500
21:41:12 | Kelechi Iwu | 999991 5108 | Jazz night ticket | | pending | 15000
21:41:06 | Bolanle Akinola | 057 3381 | POS purchase | 4 | ok | 36000
21:41:04 | Femi Balogun | 058 9027 | VIP entry x2 | | ok | 80000
21:41:02 | Hauwa Shehu | 057 6120 | 2 regular tickets | | ok | 30000
21:41:01 | Chinedu Anyanwu | 044 7716 | POS purchase | 5 | ok | 12500
21:41:00 | Tobi Williams | 033 8846 | POS purchase | 1 | ok | 25000
21:40:59 | Musa Salami | 232 4058 | POS purchase | 4 | ok | 6000
21:40:34 | Bolanle Adebayo | 033 1945 | Malt and water | Funke | ok | 6000
21:40:12 | Uche Essien | 011 6604 | Suya and rice | Blessing | ok | 7000
21:39:47 | Ngozi Lawal | 305 8832 | Drinks | Funke | ok | 4500
21:38:07 | Damilola Abdullahi | 058 0417 | POS purchase | 4 | ok | 18000
21:36:26 | Damilola Briggs | 214 5290 | Card purchase | 4 | failed | 6000
21:35:49 | Kunle Balogun | 50515 3306 | Chapman x3 | Funke | ok | 9000
21:35:28 | Ikenna Ajayi | 057 7148 | Palm wine | Funke | ok | 3000
21:35:27 | Emeka Effiong | 044 2561 | POS purchase | 4 | ok | 4500
21:34:31 | Uche Balogun | 033 9174 | POS purchase | 4 | ok | 6000
21:33:31 | Folake Akande | 232 6083 | POS purchase | 4 | ok | 12500
21:31:34 | Musa Effiong | 070 3347 | POS purchase | 4 | ok | 18000
21:30:56 | Obinna Onyeka | 058 1729 | POS purchase | 4 | ok | 12500
21:30:29 | Femi Okafor | 50211 4416 | POS purchase | 4 | ok | 4500
21:30:06 | Tobi Coker | 044 8853 | POS purchase | 4 | ok | 5000
21:28:34 | Zainab Obi | 011 2094 | POS purchase | 4 | ok | 18000
21:24:01 | Nkechi Udo | 057 5562 | POS purchase | 6 | ok | 7000
21:23:08 | Gbenga Nwosu | 033 7730 | Card purchase | 6 | failed | 3500
21:23:00 | Rukayat Effiong | 305 1186 | POS purchase | 6 | ok | 5000
21:21:25 | Kelechi Eze | 058 6649 | POS purchase | 6 | ok | 7500
21:20:27 | Chinedu Udo | 044 3902 | POS purchase | 6 | ok | 3500
21:19:05 | Nnamdi Bassey | 070 8215 | POS purchase | 6 | ok | 5000
21:16:50 | Temitope Aliyu | 232 4471 | POS purchase | 6 | ok | 7000
21:16:13 | Rukayat Onyeka | 50515 9038 | POS purchase | 6 | ok | 5000
21:11:08 | Femi Ajayi | 011 2257 | POS purchase | 6 | ok | 7000
`;

/** The last rows of the night. */
const LAST = `
00:58:10 | Ikenna Eze | 057 9365 | Card purchase | 8 | ok | 65000
00:57:59 | Musa Williams | 058 1904 | Malt and water | Chidi | ok | 4500
00:57:15 | Zainab Briggs | 044 8270 | Lagos Jazz Night | Ibrahim | ok | 15000
00:56:22 | Ifeoma Salami | 50211 5036 | Card purchase | 6 | ok | 5000
00:56:10 | Kunle Lawal | 044 5596 | POS purchase | 3 | ok | 40000
00:55:19 | Emeka Ibe | 044 2470 | Card purchase | 1 | ok | 45000
00:54:34 | Kunle Ighodaro | 058 8919 | Ticket for two | | ok | 15000
00:53:12 | Musa Abdullahi | 057 0190 | Palm wine | Funke | ok | 2500
00:51:26 | Zainab Fashola | 058 1389 | Card purchase | 2 | ok | 30000
`;

const STATUSES: Record<string, StoryPayment["status"]> = {
  ok: "successful",
  pending: "pending",
  failed: "failed",
};

function readRow(line: string): StoryPayment {
  const cells = line.split("|").map((cell) => cell.trim());
  const [clock = "", payer = "", from = "", narration = "", where = "", status = "", naira = ""] = cells;
  const [bank = "", lastDigits = ""] = from.split(" ");
  const terminal = /^\d$/.test(where) ? Number(where) : 0;
  return {
    atMs: atClock(clock),
    channel: terminal > 0 ? "pos" : "bank_transfer",
    terminal,
    operator: terminal > 0 ? "" : where,
    status: STATUSES[status] ?? "successful",
    naira: Number(naira),
    payer,
    bank,
    account: `013742${lastDigits}`,
    narration,
  };
}

const read = (table: string) => table.trim().split("\n").map(readRow);

export const ROWS_NOW: readonly StoryPayment[] = read(NOW);
export const ROWS_LAST: readonly StoryPayment[] = read(LAST);

/** Payments to a closed event. */
const AFTER_CLOSE = `
01:31:04 | Yetunde Ojo | 044 9034 | Jazz night ticket | | ok | 15000
02:06:40 | Bashir Shehu | 50211 2265 | Drinks | | ok | 9000
`;

export const ROWS_AFTER_CLOSE: readonly StoryPayment[] = read(AFTER_CLOSE);
