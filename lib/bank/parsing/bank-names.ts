import { cleanText } from "./text";

/** A Nigerian bank: its code (the three CBN digits if it has them) and its common name. */
export interface Bank {
  code: string;
  name: string;
}

/**
 * One bank per line: code | common name | other codes (NIP six digits, MFB five, wallet codes) | other names. A first code
 * of three digits is the CBN's. Compiled from the lists of NIBSS and the providers, which may be incomplete, so unlisted
 * codes are passed through unchanged.
 */
const TABLE = `
044 | Access Bank | 000014 |
063 | Access Bank (Diamond) | 000005 | Diamond Bank
023 | Citibank | 000009 | Citibank Nigeria, Citi Bank
050 | Ecobank | 000010 | Ecobank Nigeria, Ecobank Bank
070 | Fidelity Bank | 000007 |
011 | First Bank | 000016 | First Bank of Nigeria, FBN, FirstBank
214 | FCMB | 000003 | First City Monument Bank, First City Monument Bank (FCMB)
103 | Globus Bank | 00103, 000027 |
058 | GTBank | 000013 | Guaranty Trust Bank, GTB, GT Bank, Guaranty Trust Bank (GTBank), Guaranty Trust Bank (GTB)
030 | Heritage Bank | 000020 |
301 | Jaiz Bank | 000006 |
082 | Keystone Bank | 000002 |
303 | Lotus Bank | 000029 |
107 | Optimus Bank | 000036 |
104 | Parallex Bank | 000030 |
076 | Polaris Bank | 000008 | Skye Bank
105 | PremiumTrust | 000031 | PremiumTrust Bank, Premium Trust Bank
101 | Providus Bank | 000023 |
106 | Signature Bank | 000034 |
221 | Stanbic IBTC | 000012 | Stanbic IBTC Bank, StanbicIBTC Bank, Stanbic Bank
068 | Standard Chartered | 000021 | Standard Chartered Bank, StandardChartered
232 | Sterling Bank | 000001 |
100 | SunTrust Bank | 000022 | SunTrust Bank Nigeria
302 | TAJBank | 000026 | TAJ Bank
102 | Titan Trust Bank | 000025 | Titan Bank
032 | Union Bank | 000018 | Union Bank of Nigeria
033 | UBA | 000004 | United Bank for Africa, United Bank for Africa (UBA)
215 | Unity Bank | 000011 |
035 | Wema Bank | 000017, 035A | ALAT by Wema, ALAT
057 | Zenith Bank | 000015 |
559 | Coronation | 060001 | Coronation Merchant Bank
502 | Rand Merchant Bank | 000024 |
305 | OPay | 999992, 100004 | OPay Digital Services, Paycom, OPay (Paycom), OPay Digital Services Limited (OPay)
999991 | PalmPay | 100033 |
50211 | Kuda | 090267 | Kuda Microfinance Bank, Kuda Bank, Kuda MFB
50515 | Moniepoint | 090405 | Moniepoint MFB, Moniepoint Microfinance Bank, TeamApt
566 | VFD | 090110 | VFD Microfinance Bank, VFD MFB
125 | Rubies | 090175 | Rubies MFB, Rubies Bank, Rubies Microfinance Bank
51310 | Sparkle | 090325 | Sparkle Microfinance Bank, Sparkle Bank
51318 | FairMoney | 090551 | FairMoney Microfinance Bank
565 | Carbon | 100026 | One Finance
090134 | Accion | | Accion Microfinance Bank, Accion MFB
090177 | LAPO | | LAPO Microfinance Bank, LAPO MFB
090154 | CEMCS | | CEMCS Microfinance Bank, CEMCS MFB
090645 | Nomba | | Nombank, Nombank MFB, Nombank Microfinance Bank
070001 | NPF | | NPF Microfinance Bank, NPF MFB
070006 | Covenant | | Covenant Microfinance Bank, Covenant MFB
120001 | 9PSB | | 9 Payment Service Bank, 9mobile 9Payment Service Bank
120002 | HopePSB | | Hope PSB
120003 | MoMo PSB | | MTN MoMo PSB, MoMo Payment Service Bank
120004 | Smartcash | | Airtel Smartcash PSB, Smartcash PSB, Smartcash Payment Service Bank
`;

/** Words that are ignored when names are compared: "Wema Bank Plc" equals "Wema Bank". MFB is kept. */
const FILLERS = new Set(["BANK", "PLC", "LTD", "LIMITED", "NIGERIA", "OF", "THE"]);

function nameKey(name: string): string {
  const words = name
    .toUpperCase()
    .replace(/MICRO[ -]?FINANCE/g, "MFB")
    .split(/[^A-Z0-9]+/)
    .filter((one) => one !== "" && !FILLERS.has(one));
  return words.join(" ");
}

const byCode = new Map<string, Bank>();
const byName = new Map<string, Bank>();
for (const line of TABLE.trim().split("\n")) {
  const [code = "", name = "", codes = "", names = ""] = line.split("|").map((cell) => cell.trim());
  const bank: Bank = { code, name };
  for (const other of [code, ...codes.split(",")]) if (other.trim() !== "") byCode.set(other.trim(), bank);
  for (const other of [name, ...names.split(",")]) if (other.trim() !== "") byName.set(nameKey(other), bank);
}

/** Lists every bank of the table once. */
export function listBanks(): Bank[] {
  return [...new Set(byCode.values())];
}

/** Finds a bank by a code of any form (CBN, NIP, MFB, wallet). */
export function findBank(code: string): Bank | undefined {
  return byCode.get(code.trim());
}

/** Finds a bank by a code of any form or by any of its names. */
export function resolveBank(codeOrName: string): Bank | undefined {
  return findBank(codeOrName) ?? byName.get(nameKey(codeOrName));
}

/** Returns the display name of a payer's bank: its common name, else the reported name, else the code. */
export function displayBankName(code: string, reportedName: string): string {
  return findBank(code)?.name ?? (reportedName || code);
}

/**
 * Returns the payer's bank for §2.5. The code is the three CBN digits if the bank is found and has them, else the reported
 * code, else the code of the bank with the reported name, else `""`. The name is the reported one, for display.
 */
export function normalisePayerBank(
  code: string | null | undefined,
  name: string | null | undefined,
): { senderBank: string; senderBankName: string } {
  const given = cleanText(code);
  const senderBankName = cleanText(name);
  const bank = findBank(given) ?? (senderBankName === "" ? undefined : resolveBank(senderBankName));
  const senderBank = bank && (bank.code.length === 3 || given === "") ? bank.code : given;
  return { senderBank, senderBankName: senderBankName || (bank?.name ?? "") };
}
