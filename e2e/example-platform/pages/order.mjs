import { escapeHtml, formatNaira, qrCode, sendPage, toKobo } from "../html.mjs";

/** GET /orders/ID: the ticket, or how to pay for it; then the page reloads until the order is paid. */
export async function showOrder({ session, orders }, _request, response, id) {
  const order = orders.get(id);
  if (!order) return response.writeHead(404).end("No such order");
  if (order.ticket) sendPage(response, "Your ticket", ticket(order));
  else sendPage(response, "Pay by transfer", howToPay(session.collection_account, order.payment), 2);
}

function howToPay({ account_number, bank_name, account_name }, { reference, amount_to_pay, amount_paid }) {
  const paid = toKobo(amount_paid);
  const missing = formatNaira(toKobo(amount_to_pay) - paid);
  const lines = [
    ["Account number", account_number],
    ["Bank", bank_name],
    ["Account name", account_name],
    ["Amount", missing],
    ["Narration", reference],
  ];
  const list = lines.map(([name, text]) => `<dt>${name}</dt><dd>${escapeHtml(text)}</dd>`).join("");
  const note =
    paid > 0n
      ? `We received ${formatNaira(paid)}. ${missing} is missing.`
      : "Transfer the exact amount with this narration.";
  const text = lines.map(([, value]) => value).join("\n");
  return `<p role="status">${note}</p><dl>${list}</dl>${qrCode("QR code with these details", text)}`;
}

function ticket({ name, ticket, payment }) {
  const excess = toKobo(payment.amount_paid) - toKobo(payment.amount_to_pay);
  const note =
    excess > 0n ? `<p role="status">You paid ${formatNaira(excess)} too much. We will return it.</p>` : "";
  return `<p>Admit ${escapeHtml(name)}.</p>${qrCode("QR code of the ticket", ticket)}${note}`;
}
