// The texts of charts.

// chart-frame
export const chart = "Chart";
export const chartOptions = "Chart options";
export const viewAsChart = "View as chart";
export const viewAsTable = "View as table";

// outcome-bars
export const delivered = "Delivered";
export const failed = "Failed";
