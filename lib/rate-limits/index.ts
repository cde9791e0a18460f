export { countRequest, isKnownToExceed, WINDOW_SECONDS } from "./count-request";
