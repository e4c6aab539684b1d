/**
 * updates: whether there is a newer version of this program.
 *
 * Purpose: asks a signed feed once a day, through the proxy that the chains use, and remembers what it said.
 * Non-goals: fetching or installing anything: the window says what is new and where it is.
 * Invariants: nobody is asked unless `release.json` of the build names a feed and a key, the person has not switched it off,
 * and a chain besides the sandbox is in the list; an answer counts only with the signature of a key of the build, when it is
 * not older than this program or an earlier answer; size and time of an answer are bounded, a redirect is followed by
 * nobody; whatever is wrong is a line of `updates.log` in the root.
 * Thread: the app's own.
 */
export { type FeedSource, readFeedSource } from './release.ts'
export { Updates } from './updates.ts'
