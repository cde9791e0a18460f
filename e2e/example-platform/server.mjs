/**
 * A ticket shop that takes its payments with Takings. Settings: `TAKINGS_URL`, `TAKINGS_API_KEY`,
 * `TAKINGS_WEBHOOK_SECRET` (whsec_…) and `PORT`.
 */
import { createServer } from "node:http";
import { createClient } from "takings-client";
import { receiveEvent } from "./pages/event.mjs";
import { showOrder } from "./pages/order.mjs";
import { placeOrder, showTickets } from "./pages/tickets.mjs";
import { createShop } from "./shop.mjs";

const { TAKINGS_URL, TAKINGS_API_KEY, TAKINGS_WEBHOOK_SECRET, PORT = "4000" } = process.env;
const address = `http://127.0.0.1:${PORT}`;

const takings = createClient({ apiKey: TAKINGS_API_KEY, baseUrl: TAKINGS_URL });
const session = await takings.createSession({
  external_event_id: "afrobeats-night",
  name: "Afrobeats Night",
  collection: { account: true, pos: false },
  webhook_url: `${address}/events`,
});
const shop = createShop(takings, session, TAKINGS_WEBHOOK_SECRET);

const ROUTES = [
  ["GET", /^\/$/, showTickets],
  ["POST", /^\/orders$/, placeOrder],
  ["GET", /^\/orders\/(\w+)$/, showOrder],
  ["POST", /^\/events$/, receiveEvent],
];

async function answer(request, response) {
  const { pathname } = new URL(request.url, address);
  for (const [method, path, page] of ROUTES) {
    const match = path.exec(pathname);
    if (match && request.method === method) return page(shop, request, response, match[1]);
  }
  response.writeHead(404).end("Not found");
}

createServer((request, response) =>
  answer(request, response).catch((error) => {
    console.error(error);
    response.writeHead(500).end("Something went wrong");
  }),
).listen(Number(PORT), "127.0.0.1", () => console.log(`The shop is at ${address}`));
