/**
 * Notices about the address book. They show name and address, because a page could save its own address under a
 * friend's name.
 */
import type { ContactInput } from '#shared/chains/contacts.ts'
import { type ChainMethodResult, chainMethods } from '#shared/chains/index.ts'
import { type Encodable, type JsonObject, parseJson, stringifyJson } from '#shared/json.ts'
import type { ConsentContext, NotifiedActionHandler } from '../plan.ts'
import { said } from './quoteArgument.ts'
import { decodeCallResult } from './result.ts'

type Listed = ChainMethodResult<'listcontacts'>['contacts'][number]

const call = ({ chainManager }: ConsentContext, method: string, ...params: readonly Encodable[]) =>
  chainManager.call(method, stringifyJson(params))

const fetchContacts = async (ground: ConsentContext): Promise<readonly Listed[]> =>
  chainMethods.listcontacts.result.decode(parseJson(await call(ground, 'listcontacts'))).contacts

const toContactInput = ({ id, name, addresses, pubkeys, note }: Listed): Required<ContactInput> => ({
  ...{ id, name, addresses, note },
  pubkeys: pubkeys.map(({ pubkey }) => pubkey),
})

/** Saves a contact through savecontact; without its id it becomes a new contact. */
const saved = (ground: ConsentContext, contact: Listed, asNew = false) => {
  const { id, ...fields } = toContactInput(contact)
  return call(ground, 'savecontact', asNew ? fields : { ...fields, id })
}

const getMember = (contact: JsonObject, name: string) => contact.get(name) ?? ''

function placesText(contact: JsonObject, ground: ConsentContext): string {
  const places = ['addresses', 'pubkeys'].flatMap((name) => {
    const list = contact.get(name)
    return Array.isArray(list) ? list : []
  })
  return places.map((place) => said(place, ground)).join(', ')
}

export const savecontact: NotifiedActionHandler = async (pageCall, ground) => {
  const contact = pageCall.args['contact'] as JsonObject
  const before = (await fetchContacts(ground)).find(({ id }) => id === contact.get('id'))
  return {
    notice(result) {
      const { id } = decodeCallResult<{ readonly id: string }>(pageCall, result)
      const name = said(getMember(contact, 'name'), ground)
      return {
        text: ground.t(before === undefined ? 'notice.contactAdded' : 'notice.contactChanged', {
          ...{ name, places: placesText(contact, ground) },
        }),
        async undo() {
          if (before === undefined) await call(ground, 'removecontact', id)
          else await saved(ground, before)
        },
      }
    },
  }
}

export const removecontact: NotifiedActionHandler = async (pageCall, ground) => {
  const before = (await fetchContacts(ground)).find(({ id }) => id === pageCall.args['id'])
  return {
    notice: () =>
      before === undefined
        ? undefined
        : {
            text: ground.t('notice.contactRemoved', { name: said(before.name, ground) }),
            async undo() {
              await saved(ground, before, true)
            },
          },
  }
}

export const importcontacts: NotifiedActionHandler = async (pageCall, ground) => {
  const before = await fetchContacts(ground)
  return {
    notice(result) {
      const { added, extended } = decodeCallResult<ChainMethodResult<'importcontacts'>>(pageCall, result)
      if (added + extended === 0) return undefined
      const known = new Map(before.map((contact) => [contact.id, contact]))
      return {
        text: ground.t('notice.contactsImported', {
          added: ground.t('notice.newContacts', { count: added }),
          extended: ground.t('notice.otherContacts', { count: extended }),
        }),
        async undo() {
          for (const now of await fetchContacts(ground)) {
            const was = known.get(now.id)
            if (was === undefined) await call(ground, 'removecontact', now.id)
            else if (was.changed !== now.changed) await saved(ground, was)
          }
        },
      }
    },
  }
}
