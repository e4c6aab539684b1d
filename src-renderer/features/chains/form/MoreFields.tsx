import { ChevronRight, Plus, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '../../../i18n/texts.ts'
import { Button, IconButton } from '../../../ui/Button.tsx'
import { useDisplayStyle } from '../../../ui/displayStyle.ts'
import { Field, Input, Select, Textarea } from '../../../ui/Field.tsx'
import { AbilityFields, PaceFields } from './BasicFields.tsx'
import { type ChainDraft, type EraDraft, emptyEra, MAX_DRAFT_ERAS } from './draft.ts'
import type { ChainFormPart } from './useChainForm.ts'

export interface MoreFieldsProps extends ChainFormPart {
  readonly open: boolean
  onOpen(open: boolean): void
  /** shown below the block time */
  readonly children?: ReactNode
}

/** All other fields that define a chain, in a collapsible section. */
export function MoreFields({ open, onOpen, children, ...part }: MoreFieldsProps) {
  const { developer } = useDisplayStyle()
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
        <h2>{t('chains:more.title')}</h2>
        <span className="font-normal text-12 text-muted">{t('chains:more.hint')}</span>
      </summary>
      <div className="flex flex-col gap-5 px-4 pb-4">
        <PaceFields {...part} />
        {children}
        <AbilityFields {...part} />
        <EraFields {...part} />
        <CommissionFields {...part} />
        <RuleFields {...part} />
        {developer || part.draft.other !== '' ? (
          <Field
            label={t('chains:more.other')}
            optional
            error={part.problem('other')}
            hint={t('chains:more.otherHint')}
          >
            <Textarea mono rows={2} {...part.register('other')} placeholder="-ac_…=…" />
          </Field>
        ) : null}
      </div>
    </details>
  )
}

const columns: readonly (keyof EraDraft)[] = ['reward', 'end', 'halving', 'decay']

/** Values that apply to empty columns. */
const emptyColumnLabels = (): Readonly<Record<keyof EraDraft, string>> => ({
  reward: '0',
  end: t('chains:form.never'),
  halving: t('chains:era.none'),
  decay: '50',
})

/** Fields for up to seven eras of blocks, each with its reward. */
function EraFields({ set, draft, problem }: ChainFormPart) {
  const { eras } = draft
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="font-medium">{t('chains:era.title')}</legend>
      <p className="text-12 text-muted">{t('chains:era.explanation')}</p>
      {eras.map((_, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: an era is known by its place
          key={index}
          className="grid grid-cols-[24px_repeat(4,minmax(0,1fr))_24px] items-start gap-x-2"
        >
          <span aria-hidden className={index === 0 ? 'mt-7 text-muted' : 'mt-1.5 text-muted'}>
            {index + 1}
          </span>
          {columns.map((name) => (
            <Field
              key={name}
              label={
                <>
                  <span className="sr-only">{t('chains:era.number', { number: index + 1 })} </span>
                  {t(`chains:era.${name}`)}
                </>
              }
              hideLabel={index > 0}
              error={problem(`${name}.${index}`)}
            >
              <Input
                // The first era's reward and halving also have inputs in another card, and an input is registered only
                // once.
                value={eras[index]?.[name] ?? ''}
                inputMode="decimal"
                placeholder={emptyColumnLabels()[name]}
                onChange={({ target }) => set(`eras.${index}.${name}`, target.value)}
              />
            </Field>
          ))}
          {eras.length > 1 ? (
            <IconButton
              small
              label={t('chains:era.remove', { number: index + 1 })}
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
      {eras.length < MAX_DRAFT_ERAS ? (
        <Button
          size="sm"
          className="self-start"
          icon={<Plus aria-hidden className="size-3.5" />}
          onClick={() => set('eras', [...eras, emptyEra])}
        >
          {t('chains:era.add')}
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

function CommissionFields(part: ChainFormPart) {
  return (
    <fieldset>
      <legend className="font-medium">{t('chains:commission.title')}</legend>
      <p className="mb-2 text-12 text-muted">{t('chains:commission.explanation')}</p>
      <div className="grid grid-cols-2 items-start gap-x-4 gap-y-3 max-[719px]:grid-cols-1">
        <TextField {...part} name="perc" label={t('chains:commission.share')} hint={t('chains:commission.shareHint')} />
        <TextField
          {...part}
          name="pubkey"
          mono
          label={t('chains:commission.key')}
          hint={t('chains:commission.keyHint')}
        />
        <TextField
          {...part}
          name="founders"
          label={t('chains:commission.every')}
          hint={t('chains:commission.everyHint')}
        />
        <TextField
          {...part}
          name="foundersReward"
          label={t('chains:commission.fixed')}
          hint={t('chains:commission.fixedHint')}
        />
        <TextField
          {...part}
          name="script"
          mono
          label={t('chains:commission.script')}
          hint={t('chains:commission.scriptHint')}
        />
      </div>
    </fieldset>
  )
}

const txpow: readonly ChainDraft['txpow'][] = ['0', '1', '2', '3']

/** Fields for the maturity of mined coins and other block rules. */
function RuleFields(part: ChainFormPart) {
  const { register, problem } = part
  return (
    <fieldset>
      <legend className="font-medium">{t('chains:rules.title')}</legend>
      <div className="mt-2 grid grid-cols-2 items-start gap-x-4 gap-y-3 max-[719px]:grid-cols-1">
        <TextField
          {...part}
          name="cbmaturity"
          label={t('chains:rules.maturity')}
          hint={t('chains:rules.maturityHint')}
        />
        <TextField {...part} name="sapling" label={t('chains:rules.sapling')} hint={t('chains:rules.saplingHint')} />
        <Field label={t('chains:rules.txpow')} error={problem('txpow')} hint={t('chains:rules.txpowHint')}>
          <Select {...register('txpow')}>
            {txpow.map((value) => (
              <option key={value} value={value}>
                {t(`chains:txpow.${value}`)}
              </option>
            ))}
          </Select>
        </Field>
        <TextField {...part} name="timelock" label={t('chains:rules.lock')} hint={t('chains:rules.lockHint')} />
        <TextField
          {...part}
          name="unlockFrom"
          label={t('chains:rules.unlockFrom')}
          hint={t('chains:rules.unlockFromHint')}
        />
        <TextField {...part} name="unlockTo" label={t('chains:rules.unlockTo')} hint={t('chains:rules.unlockToHint')} />
      </div>
    </fieldset>
  )
}
