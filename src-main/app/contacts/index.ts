/**
 * contacts: the address book of the app, for all chains.
 *
 * Purpose: names for addresses and public keys, in `contacts.json` in the root. Addresses and keys are the same on
 * every chain of the family (one version byte, one curve), so one book serves all chains.
 *
 * Invariants: a change is on disk before the reply; a name, an address and a key belong to one contact only; names have
 * no characters that change how surrounding text is displayed.
 *
 * Non-goals: identity. A page may change contacts without approval (the user gets a notice). Prompts of the main
 * process therefore never show a contact's name: they show the full address or key, whatever name the page gives it.
 *
 * Thread: the app's own; the file is small.
 */
export { type ContactCalls, createContactCalls } from './contactCalls.ts'
