import { escapeHtml, formatNaira, sendPage, toKobo } from "../html.mjs";
import { readBody } from "../read-body.mjs";
import { PRICE } from "../shop.mjs";

/** GET /: what is sold. */
export async function showTickets({ session }, _request, response) {
  const form = `<form method="post" action="/orders">
    <label>Your name <input name="name" required maxlength="100" autocomplete="name"></label>
    <button>Buy a ticket for ${formatNaira(toKobo(PRICE))}</button>
  </form>`;
  sendPage(response, escapeHtml(session.name), form);
}

/** POST /orders: takes an order and shows how to pay for it. */
export async function placeOrder(shop, request, response) {
  const name = new URLSearchParams(String(await readBody(request))).get("name")?.trim();
  if (!name || name.length > 100) return response.writeHead(400).end("Your name is required.");
  const id = await shop.placeOrder(name);
  response.writeHead(303, { location: `/orders/${id}` }).end();
}
