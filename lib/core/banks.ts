/** Banks as the people at the gate call them: the codes that `sender_bank` may hold, then the name. */
const TABLE = `
044 000014 Access Bank
063 000005 Access Bank
023 000009 Citibank
050 000010 Ecobank
070 000007 Fidelity Bank
011 000016 First Bank
214 000003 FCMB
103 00103 000027 Globus Bank
058 000013 GTBank
030 000020 Heritage Bank
301 000006 Jaiz Bank
082 000002 Keystone Bank
303 000029 Lotus Bank
107 000036 Optimus Bank
104 000030 Parallex Bank
076 000008 Polaris Bank
105 000031 PremiumTrust
101 000023 Providus Bank
106 000034 Signature Bank
221 000012 Stanbic IBTC
068 000021 Standard Chartered
232 000001 Sterling Bank
100 000022 SunTrust Bank
302 000026 TAJBank
102 000025 Titan Trust Bank
032 000018 Union Bank
033 000004 UBA
215 000011 Unity Bank
035 000017 035A Wema Bank
057 000015 Zenith Bank
559 060001 Coronation
502 000024 Rand Merchant Bank
305 999992 100004 OPay
999991 100033 PalmPay
50211 090267 Kuda
50515 090405 Moniepoint
566 090110 VFD
125 090175 Rubies
51310 090325 Sparkle
51318 090551 FairMoney
565 100026 Carbon
090134 Accion
090177 LAPO
090154 CEMCS
090645 Nomba
070001 NPF
070006 Covenant
120001 9PSB
120002 HopePSB
120003 MoMo PSB
120004 Smartcash
`;

const names = new Map<string, string>();
for (const line of TABLE.trim().split("\n")) {
  const [, codes = "", name = ""] = /^((?:\d{3,6}A? )+)(.+)$/.exec(line) ?? [];
  for (const code of codes.trim().split(" ")) names.set(code, name);
}

/** The everyday name of the bank with this code; a code that no bank is known by is shown as it is. */
export function bankName(code: string): string {
  return names.get(code.trim()) ?? code;
}
