/**
 * updates: checks for newer versions of this program.
 *
 * Purpose: requests a signed feed once a day, through the proxy that the chains use, and stores the reply.
 *
 * Non-goals: fetching or installing programs: the window shows what is new and the address of its page.
 *
 * Invariants: no request is sent unless `release.json` of the build names a feed and a key. The user must not have
 * switched the check off, and the list must have a chain other than the sandbox. A reply is accepted only with the
 * signature of a key of the build. Replies older than this program or an earlier reply are rejected. Size and time of a
 * reply are limited, and redirects are not followed. Errors are logged to `updates.log` in the root.
 *
 * Thread: the app's own.
 */
export { type FeedSource, readFeedSource } from './release.ts'
export { Updates } from './updates.ts'
