export { runAlerts, startAlerts, stopAlerts } from "./loop";
export { addBrowser, listBrowsers, removeBrowser } from "./settings/browsers";
export { savePreferences } from "./settings/preferences";
export { readAlertSettings } from "./settings/read";
export { sendTestAlert, sendTestWebhook } from "./settings/send-test";
export { removeAlertWebhook, setAlertWebhook } from "./settings/webhook";
