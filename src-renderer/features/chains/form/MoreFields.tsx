import { ChevronRight, Plus, X } from 'lucide-react'
import { Button, IconButton } from '../../../ui/Button.tsx'
import { Field, Input, Select, Textarea } from '../../../ui/Field.tsx'
import { type ChainDraft, type EraDraft, emptyEra, MOST_ERAS } from './draft.ts'
import type { FormPart } from './fields.ts'

/** Everything else that can define a chain, folded away. */
export function MoreFields(part: FormPart & { readonly open: boolean; onOpen(open: boolean): void }) {
  const { open, onOpen } = part
  return (
    <details
      open={open}
      onToggle={({ currentTarget }) => onOpen(currentTarget.open)}
      className="group rounded-lg border bg-surface shadow-card"
    >
      <summary className="flex h-10 cursor-default list-none items-center gap-2 rounded-lg px-4 font-semibold text-13 [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden
          className="size-4 text-faint transition-transform duration-(--quick) group-open:rotate-90"
        />
        More options
        <span className="font-normal text-12 text-muted">eras, commission, locks, anything else</span>
      </summary>
      <div className="flex flex-col gap-5 px-4 pb-4">
        <EraFields {...part} />
        <CommissionFields {...part} />
        <RuleFields {...part} />
        <Field
          label="Other options"
          optional
          error={part.problem('other')}
          hint="Words of a command line, such as -ac_ccenable=227,228. An option that this program cannot run is refused with the reason."
        >
          <Textarea
            mono
            rows={2}
            value={part.draft.other}
            placeholder="-ac_…=…"
            onChange={({ target }) => part.change({ other: target.value })}
          />
        </Field>
      </div>
    </details>
  )
}

const columns: readonly { readonly name: keyof EraDraft; readonly label: string; readonly placeholder: string }[] = [
  { name: 'reward', label: 'Reward, coins', placeholder: '0' },
  { name: 'end', label: 'Ends before block', placeholder: 'never' },
  { name: 'halving', label: 'Blocks per cut', placeholder: 'none' },
  { name: 'decay', label: 'Kept at a cut, %', placeholder: '50' },
]

/** Up to seven stretches of blocks, each with its reward. */
function EraFields({ draft, change, problem }: FormPart) {
  const { eras } = draft
  const set = (index: number, next: Partial<EraDraft>) =>
    change({ eras: eras.map((era, place) => (place === index ? { ...era, ...next } : era)) })
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="font-medium">Eras</legend>
      <p className="text-12 text-muted">
        Each era has its own reward and follows where the one before it ends. Kept at a cut: 50 halves the reward, 100
        makes it a straight line to the next era’s.
      </p>
      {eras.map((_, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: an era is known by its place
          key={index}
          className="grid grid-cols-[24px_repeat(4,minmax(0,1fr))_24px] items-start gap-x-2"
        >
          <span aria-hidden className={index === 0 ? 'mt-7 text-muted' : 'mt-1.5 text-muted'}>
            {index + 1}
          </span>
          {columns.map(({ name, label, placeholder }) => (
            <Field
              key={name}
              label={
                <>
                  <span className="sr-only">Era {index + 1}: </span>
                  {label}
                </>
              }
              hideLabel={index > 0}
              error={problem(`${name}.${index}`)}
            >
              <Input
                value={eras[index]?.[name] ?? ''}
                inputMode="decimal"
                placeholder={placeholder}
                onChange={({ target }) => set(index, { [name]: target.value })}
              />
            </Field>
          ))}
          {eras.length > 1 ? (
            <IconButton
              small
              label={`Remove era ${index + 1}`}
              icon={<X aria-hidden className="size-3.5" />}
              className={index === 0 ? 'mt-7' : 'mt-1'}
              onClick={() => change({ eras: eras.filter((_era, place) => place !== index) })}
            />
          ) : null}
        </div>
      ))}
      {eras.length < MOST_ERAS ? (
        <Button
          size="sm"
          className="self-start"
          icon={<Plus aria-hidden className="size-3.5" />}
          onClick={() => change({ eras: [...eras, emptyEra] })}
        >
          Add an era
        </Button>
      ) : null}
    </fieldset>
  )
}

type TextName = {
  [K in keyof ChainDraft]: ChainDraft[K] extends string ? (string extends ChainDraft[K] ? K : never) : never
}[keyof ChainDraft]

interface TextFieldProps extends FormPart {
  readonly name: TextName
  readonly label: string
  readonly hint: string
  readonly placeholder?: string
  readonly mono?: boolean
}

function TextField({ name, label, hint, placeholder, mono, draft, change, problem }: TextFieldProps) {
  return (
    <Field label={label} optional hint={hint} error={problem(name)}>
      <Input
        mono={mono}
        value={draft[name]}
        placeholder={placeholder}
        onChange={({ target }) => change({ [name]: target.value })}
      />
    </Field>
  )
}

/** A share of everything for somebody. */
function CommissionFields(part: FormPart) {
  return (
    <fieldset>
      <legend className="font-medium">Commission</legend>
      <p className="mb-2 text-12 text-muted">
        Every block pays a share to a key or script, beside what its finder gets.
      </p>
      <div className="grid grid-cols-2 items-start gap-x-4 gap-y-3">
        <TextField {...part} name="perc" label="Share, %" hint="Of what moves in a block. Needs a key or a script." />
        <TextField
          {...part}
          name="pubkey"
          mono
          label="Public key"
          hint="66 hex digits. Also gets the first block’s coins."
        />
        <TextField {...part} name="founders" label="Paid every so many blocks" hint="Empty: with each block." />
        <TextField {...part} name="foundersReward" label="Fixed amount, coins" hint="Instead of a share." />
        <TextField {...part} name="script" mono label="Script" hint="Hex, instead of a key." />
      </div>
    </fieldset>
  )
}

const TXPOW = {
  '0': 'Nothing more',
  '1': 'Payments',
  '2': 'Rewards',
  '3': 'Payments and rewards',
} as const

/** When mined coins can be spent, and what else blocks must keep to. */
function RuleFields(part: FormPart) {
  const { draft, change, problem } = part
  return (
    <fieldset>
      <legend className="font-medium">Rules</legend>
      <div className="mt-2 grid grid-cols-2 items-start gap-x-4 gap-y-3">
        <TextField
          {...part}
          name="cbmaturity"
          label="Blocks before mined coins move"
          hint="Empty: 1, with several eras 100."
        />
        <TextField
          {...part}
          name="sapling"
          label="Height of the upgrade"
          hint="Empty: by itself, at block 61 of a new chain."
        />
        <Field
          label="Work in transaction ids"
          error={problem('txpow')}
          hint="Makes each transaction cost some computing."
        >
          <Select
            value={draft.txpow}
            onChange={({ target }) =>
              change({
                txpow: (Object.keys(TXPOW) as ChainDraft['txpow'][]).find((key) => key === target.value) ?? '0',
              })
            }
          >
            {Object.entries(TXPOW).map(([value, words]) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </Select>
        </Field>
        <TextField
          {...part}
          name="timelock"
          label="Lock rewards from, coins"
          hint="Rewards of at least this much wait."
        />
        <TextField {...part} name="unlockFrom" label="Unlocked from block" hint="The earliest." />
        <TextField
          {...part}
          name="unlockTo"
          label="Unlocked until block"
          hint="The latest; chosen by chance between."
        />
      </div>
    </fieldset>
  )
}
