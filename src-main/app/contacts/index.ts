/**
 * contacts: the address book of the app, for all chains.
 *
 * Purpose: names for addresses and public keys, in `contacts.json` in the root. Both are the same on every chain of the
 * family (one version byte, one curve), so there is one book and not one a chain.
 * Invariants: what was answered to is on disk; a name, an address and a key belong to one contact only; names have no
 * characters that change how the text around them looks.
 * Non-goals: identity. A page may change contacts by itself (the person is notified), so the questions of the main process
 * never show a contact's name: they show the whole address or key, whoever the page says it is.
 * Thread: the app's own; the file is small.
 */
export { type ContactCalls, createContactCalls } from './contactCalls.ts'
