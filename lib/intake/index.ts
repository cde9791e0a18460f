export { assignException } from "./assign";
export { receiveNotice } from "./receive";
