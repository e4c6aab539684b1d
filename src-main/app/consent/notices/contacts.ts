/**
 * Notices about the address book. They show name and address, because a page could save its own address under the
 * name of a contact.
 */
import type { ContactInput } from '#shared/chains/contacts.ts'
import { type ChainMethodResult, chainMethods } from '#shared/chains/index.ts'
import { type Encodable, type JsonObject, parseJson, stringifyJson } from '#shared/json.ts'
import type { ConsentContext, NotifiedActionHandler } from '../plan.ts'
import { quoteArgument } from './quoteArgument.ts'
import { decodeCallResult } from './result.ts'

type ListedContact = ChainMethodResult<'listcontacts'>['contacts'][number]

const call = ({ chainManager }: ConsentContext, method: string, ...params: readonly Encodable[]) =>
  chainManager.call(method, stringifyJson(params))

const fetchContacts = async (context: ConsentContext): Promise<readonly ListedContact[]> =>
  chainMethods.listcontacts.result.decode(parseJson(await call(context, 'listcontacts'))).contacts

const toContactInput = ({ id, name, addresses, pubkeys, note }: ListedContact): Required<ContactInput> => ({
  ...{ id, name, addresses, note },
  pubkeys: pubkeys.map(({ pubkey }) => pubkey),
})

/** Saves a contact through savecontact; without its id it becomes a new contact. */
const saveContact = (context: ConsentContext, contact: ListedContact, asNew = false) => {
  const { id, ...fields } = toContactInput(contact)
  return call(context, 'savecontact', asNew ? fields : { ...fields, id })
}

const getMember = (contact: JsonObject, name: string) => contact.get(name) ?? ''

function formatAddresses(contact: JsonObject, context: ConsentContext): string {
  const addresses = ['addresses', 'pubkeys'].flatMap((name) => {
    const list = contact.get(name)
    return Array.isArray(list) ? list : []
  })
  return addresses.map((address) => quoteArgument(address, context)).join(', ')
}

export const savecontact: NotifiedActionHandler = async (pageCall, context) => {
  const contact = pageCall.args['contact'] as JsonObject
  const before = (await fetchContacts(context)).find(({ id }) => id === contact.get('id'))
  return {
    notice(result) {
      const { id } = decodeCallResult<{ readonly id: string }>(pageCall, result)
      const name = quoteArgument(getMember(contact, 'name'), context)
      return {
        text: context.t(before === undefined ? 'notice.contactAdded' : 'notice.contactChanged', {
          ...{ name, places: formatAddresses(contact, context) },
        }),
        async undo() {
          if (before === undefined) await call(context, 'removecontact', id)
          else await saveContact(context, before)
        },
      }
    },
  }
}

export const removecontact: NotifiedActionHandler = async (pageCall, context) => {
  const before = (await fetchContacts(context)).find(({ id }) => id === pageCall.args['id'])
  return {
    notice: () =>
      before === undefined
        ? undefined
        : {
            text: context.t('notice.contactRemoved', { name: quoteArgument(before.name, context) }),
            async undo() {
              await saveContact(context, before, true)
            },
          },
  }
}

export const importcontacts: NotifiedActionHandler = async (pageCall, context) => {
  const before = await fetchContacts(context)
  return {
    notice(result) {
      const { added, extended } = decodeCallResult<ChainMethodResult<'importcontacts'>>(pageCall, result)
      if (added + extended === 0) return undefined
      const known = new Map(before.map((contact) => [contact.id, contact]))
      return {
        text: context.t('notice.contactsImported', {
          added: context.t('notice.newContacts', { count: added }),
          extended: context.t('notice.otherContacts', { count: extended }),
        }),
        async undo() {
          for (const now of await fetchContacts(context)) {
            const was = known.get(now.id)
            if (was === undefined) await call(context, 'removecontact', now.id)
            else if (was.changed !== now.changed) await saveContact(context, was)
          }
        },
      }
    },
  }
}
