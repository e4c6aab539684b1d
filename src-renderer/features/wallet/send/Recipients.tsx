import { Plus, X } from 'lucide-react'
import { isAddressShaped } from '#shared/protocol/shapes.ts'
import { useOwnerLabel } from '../../../components/people/names.ts'
import { PeopleField } from '../../../components/people/PeopleField.tsx'
import { readPaymentUri } from '../../../components/people/paymentUri.ts'
import type { Form } from '../../../components/useForm.ts'
import { t } from '../../../i18n/texts.ts'
import { useRpc } from '../../../node/queries.ts'
import { Button, IconButton } from '../../../ui/Button.tsx'
import { CoinInput } from '../../../ui/CoinInput.tsx'
import { Field } from '../../../ui/Field.tsx'
import { fieldOfCoins, plainAmount } from '../../../ui/format.ts'
import type { RecipientProblems } from './check.ts'
import { emptyRecipient, MAX_RECIPIENTS, type RecipientDraft, type SendDraft } from './draft.ts'

export interface RecipientsProps {
  readonly form: Form<SendDraft>
  readonly problems: readonly RecipientProblems[]
  readonly coin: string
  /** in satoshis, or undefined while unknown */
  readonly available: bigint | undefined
}

export function Recipients({ form, problems, coin, available }: RecipientsProps) {
  const { recipients, everything } = form.values
  return (
    <div className="flex flex-col gap-3">
      {recipients.map((recipient, index) => (
        <RecipientFields
          // biome-ignore lint/suspicious/noArrayIndexKey: a recipient is its place in the form
          key={index}
          recipient={recipient}
          place={recipients.length > 1 ? index + 1 : undefined}
          everything={everything ? available : undefined}
          problems={problems[index]}
          coin={coin}
          onAddress={(text) => {
            const link = readPaymentUri(text)
            form.set(`recipients.${index}.address`, link?.address ?? text)
            if (!link) return
            if (link.amount !== '') {
              form.set('everything', false)
              form.set(`recipients.${index}.amount`, fieldOfCoins(link.amount))
            }
            if (link.label !== '') form.set('commentTo', link.label)
            if (link.message !== '') form.set('comment', link.message)
          }}
          onAmount={(amount) => form.set(`recipients.${index}.amount`, amount)}
          onEverything={recipients.length === 1 ? (all) => form.set('everything', all) : undefined}
          onRemove={
            recipients.length > 1
              ? () =>
                  form.set(
                    'recipients',
                    recipients.filter((_, place) => place !== index),
                  )
              : undefined
          }
        />
      ))}
      <Button
        size="sm"
        variant="ghost"
        className="self-start"
        disabled={recipients.length >= MAX_RECIPIENTS}
        icon={<Plus aria-hidden className="size-3.5" />}
        onClick={() => {
          form.set('everything', false)
          form.set('recipients', [...recipients, emptyRecipient])
        }}
      >
        {t('wallet:recipient.add')}
      </Button>
    </div>
  )
}

interface RecipientFieldsProps {
  readonly recipient: RecipientDraft
  /** number from 1 if there are several recipients, else undefined */
  readonly place: number | undefined
  /** total in satoshis if the recipient gets everything */
  readonly everything: bigint | undefined
  readonly problems: RecipientProblems | undefined
  readonly coin: string
  onAddress(address: string): void
  onAmount(amount: string): void
  readonly onEverything: ((everything: boolean) => void) | undefined
  readonly onRemove: (() => void) | undefined
}

function RecipientFields(props: RecipientFieldsProps) {
  const { recipient, place, everything, problems, coin, onAddress, onAmount, onEverything, onRemove } = props
  const known = useAddressChanges(recipient.address)
  return (
    <fieldset
      aria-label={place === undefined ? t('wallet:recipient.one') : t('wallet:recipient.place', { place })}
      className="grid grid-cols-[minmax(0,1fr)_272px] items-start gap-x-3 gap-y-1 max-[1079px]:grid-cols-1 max-[1079px]:gap-y-3"
    >
      <Field
        label={place === undefined ? t('wallet:recipient.payTo') : t('wallet:recipient.payToPlace', { place })}
        error={problems?.address ?? (known?.bad ? known.words : undefined)}
        hint={known && !known.bad ? known.words : undefined}
        aside={
          onRemove ? (
            <IconButton
              small
              className="-my-1"
              label={t('wallet:recipient.remove', { place })}
              icon={<X aria-hidden className="size-3.5" />}
              onClick={onRemove}
            />
          ) : undefined
        }
      >
        <PeopleField
          place="address"
          value={recipient.address}
          placeholder={t('wallet:recipient.placeholder')}
          onChange={onAddress}
        />
      </Field>
      <div className="relative">
        <Field
          label={place === undefined ? t('wallet:recipient.amount') : t('wallet:recipient.amountPlace', { place })}
          error={problems?.amount}
          hint={everything === undefined ? undefined : t('wallet:recipient.everything')}
        >
          <CoinInput
            value={everything === undefined ? recipient.amount : plainAmount(everything)}
            onChange={({ target }) => {
              // Typing turns off "send everything" and starts from the amount shown.
              if (everything !== undefined) onEverything?.(false)
              onAmount(target.value)
            }}
            coin={coin}
          />
        </Field>
        {/* After the field in the document, so that Tab moves from the address to the amount. */}
        {onEverything ? (
          <Button
            size="sm"
            variant="ghost"
            className="absolute -top-1 right-0 h-6 px-1.5 text-accent-text"
            aria-pressed={everything !== undefined}
            aria-label={t(everything === undefined ? 'wallet:recipient.allHint' : 'wallet:recipient.editHint')}
            onClick={() => onEverything(everything === undefined)}
          >
            {t(everything === undefined ? 'wallet:recipient.all' : 'wallet:recipient.edit')}
          </Button>
        ) : null}
      </div>
    </fieldset>
  )
}

/** Returns what the node knows about an address, as soon as the text has the form of one. */
function useAddressChanges(typed: string): { readonly bad: boolean; readonly words: string } | undefined {
  const address = typed.trim()
  const shaped = isAddressShaped(address)
  const { data } = useRpc('validateaddress', { komodoaddress: address }, { enabled: shaped, keepPrevious: false })
  const owner = useAddressOwner(address, data?.isvalid === true)
  const whose = useOwnerLabel()(address)
  if (!shaped || !data) return undefined
  if (!data.isvalid) return { bad: true, words: t('wallet:recipient.invalid') }
  if (owner === 'contract') {
    return { bad: true, words: t('wallet:recipient.contract') }
  }
  if (whose) return { bad: false, words: whose }
  return data.ismine ? { bad: false, words: t('wallet:recipient.own') } : undefined
}

/** An outpoint that never existed. The node is only asked to describe a payment to the address. */
const NOTHING = { txid: `${'00'.repeat(31)}01`, vout: 0 }

/** Returns the kind of owner of an address, or undefined while unknown. */
function useAddressOwner(address: string, valid: boolean) {
  const built = useRpc(
    'createrawtransaction',
    { inputs: [NOTHING], outputs: { [address]: '0.00001000' } },
    { enabled: valid, keepPrevious: false },
  )
  const told = useRpc(
    'explaintransaction',
    { transaction: built.data ?? '' },
    { enabled: valid && built.data !== undefined, keepPrevious: false },
  )
  return told.data?.outputs[0]?.owner
}
