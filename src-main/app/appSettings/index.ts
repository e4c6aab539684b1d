/**
 * appSettings: what the app remembers of itself, beside its chains.
 *
 * Purpose: `app.json` in the root (port of the browser mode, tray, notifications), and the start at login where a file does
 * that. Non-goals: settings of the window, which the page keeps, and of chains, which `chains.json` has.
 * Invariants: a damaged file is set aside, and means the defaults without the update check; a change is written before it
 * counts.
 * Thread: the app's own; the files are tiny.
 */
export { type AppSettings, AppSettingsStore } from './appSettings.ts'
export { autostartFile, createAutostart, type LoginItem } from './autostart.ts'
