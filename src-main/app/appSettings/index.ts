/**
 * appSettings: settings of the app itself, apart from its chains.
 *
 * Purpose: `app.json` in the root (port of browser mode, tray, notifications), and the start at login on systems that
 * use a file for it. Non-goals: settings of the window, which the page keeps, and of chains, which are in
 * `chains.json`.
 *
 * Invariants: a damaged file is set aside, and the defaults without the update check apply; a change takes effect after
 * it is written.
 *
 * Thread: the app's own; the files are tiny.
 */
export { type AppSettings, AppSettingsStore } from './appSettings.ts'
export { autostartFile, createAutostart, type LoginItem } from './autostart.ts'
