export { isPastRetention } from "./drop-bodies";
export { startNotificationRetention, stopNotificationRetention } from "./loop";
