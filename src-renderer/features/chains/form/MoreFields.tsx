import { ChevronRight, Plus, X } from 'lucide-react'
import { Button, IconButton } from '../../../ui/Button.tsx'
import { Field, Input, Select, Textarea } from '../../../ui/Field.tsx'
import { type ChainDraft, type EraDraft, emptyEra, MOST_ERAS } from './draft.ts'
import type { ChainFormPart } from './useChainForm.ts'

/** Everything else that can define a chain, folded away. */
export function MoreFields(part: ChainFormPart & { readonly open: boolean; onOpen(open: boolean): void }) {
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
          hint="Command-line options, such as -ac_ccenable=227,228. Unsupported options are rejected with the reason."
        >
          <Textarea mono rows={2} {...part.register('other')} placeholder="-ac_…=…" />
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

/** Up to seven eras of blocks, each with its reward. */
function EraFields({ set, draft, problem }: ChainFormPart) {
  const { eras } = draft
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="font-medium">Eras</legend>
      <p className="text-12 text-muted">
        Each era has its own reward and starts where the previous one ends. Kept at a cut: 50 halves the reward, 100
        makes it change linearly to the next era’s.
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
                // The first era's reward and halving are in another card too, and an input is registered once.
                value={eras[index]?.[name] ?? ''}
                inputMode="decimal"
                placeholder={placeholder}
                onChange={({ target }) => set(`eras.${index}.${name}`, target.value)}
              />
            </Field>
          ))}
          {eras.length > 1 ? (
            <IconButton
              small
              label={`Remove era ${index + 1}`}
              icon={<X aria-hidden className="size-3.5" />}
              className={index === 0 ? 'mt-7' : 'mt-1'}
              onClick={() =>
                set(
                  'eras',
                  eras.filter((_era, place) => place !== index),
                )
              }
            />
          ) : null}
        </div>
      ))}
      {eras.length < MOST_ERAS ? (
        <Button
          size="sm"
          className="self-start"
          icon={<Plus aria-hidden className="size-3.5" />}
          onClick={() => set('eras', [...eras, emptyEra])}
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

interface TextFieldProps extends ChainFormPart {
  readonly name: TextName
  readonly label: string
  readonly hint: string
  readonly placeholder?: string
  readonly mono?: boolean
}

function TextField({ name, label, hint, placeholder, mono, register, problem }: TextFieldProps) {
  return (
    <Field label={label} optional hint={hint} error={problem(name)}>
      <Input {...register(name)} mono={mono} placeholder={placeholder} />
    </Field>
  )
}

/** The commission of a key or script. */
function CommissionFields(part: ChainFormPart) {
  return (
    <fieldset>
      <legend className="font-medium">Commission</legend>
      <p className="mb-2 text-12 text-muted">
        Every block pays a share to a key or script, on top of the miner’s reward.
      </p>
      <div className="grid grid-cols-2 items-start gap-x-4 gap-y-3">
        <TextField {...part} name="perc" label="Share, %" hint="Of the amounts in a block. Needs a key or a script." />
        <TextField
          {...part}
          name="pubkey"
          mono
          label="Public key"
          hint="66 hex digits. Also gets the first block’s coins."
        />
        <TextField {...part} name="founders" label="Paid every … blocks" hint="Empty: every block." />
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
function RuleFields(part: ChainFormPart) {
  const { register, problem } = part
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
        <TextField {...part} name="sapling" label="Height of the upgrade" hint="Empty: block 61 of a new chain." />
        <Field label="Work in transaction ids" error={problem('txpow')} hint="Each transaction takes some computing.">
          <Select {...register('txpow')}>
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
          hint="Rewards of at least this much are locked."
        />
        <TextField {...part} name="unlockFrom" label="Unlocked from block" hint="The earliest." />
        <TextField
          {...part}
          name="unlockTo"
          label="Unlocked until block"
          hint="The latest; chosen at random in between."
        />
      </div>
    </fieldset>
  )
}
