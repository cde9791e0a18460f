export { addToMinuteTotals } from "./add";
export {
  chartRange,
  minutesQuery,
  readMinutes,
  readMinutesIn,
  readSessionsMinutes,
} from "./read";
