export { addToMinuteTotals } from "./add";
export {
  chartRange,
  minutesQuery,
  readMinutes,
  readMinutesIn,
  readSessionsMinutes,
  type Slot,
  type TimeRange,
} from "./read";
