import { MAX_TOKEN_DESCRIPTION, MAX_TOKEN_NAME } from '#shared/protocol/moduleRules.ts'
import { emptyTokenDraft, type TokenDraft, useUi } from '../../../app/uiStore.ts'
import { type Form, useForm } from '../../../parts/useForm.ts'
import type { Purse } from '../../../parts/usePurse.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { Field, Input, Select, Textarea } from '../../../ui/Field.tsx'
import { plainAmount, utf8Length } from '../../../ui/format.ts'
import { checkDraft, draftUnits, type TokenRequest, unitsText } from '../draft.ts'
import { BuildFailure } from '../move/BuildFailure.tsx'
import { ByteCounter } from './ByteCounter.tsx'
import { KindChoice } from './KindChoice.tsx'
import { NftFields } from './NftFields.tsx'
import { Preview } from './Preview.tsx'
import { tokenResolver } from './tokenResolver.ts'

export interface CreateFormProps {
  readonly coin: string
  /** undefined while unknown */
  readonly purse: Purse | undefined
  /** of the token key */
  readonly address: string | undefined
  readonly building: boolean
  readonly error: unknown
  onReview(request: TokenRequest): void
}

export function CreateForm({ coin, purse, address, building, error, onReview }: CreateFormProps) {
  const { tokenDraft, setTokenDraft } = useUi()
  const spendable = purse?.spendable
  const form = useForm<TokenDraft>({
    defaultValues: tokenDraft,
    resolver: tokenResolver(spendable, coin),
    keep: setTokenDraft,
  })
  const draft = form.values

  const submit = form.onSubmit((values) => {
    const check = checkDraft(values, spendable, coin)
    if (check.ok) onReview(check.request)
  })

  return (
    <div className="grid grid-cols-[minmax(0,1fr)_300px] max-[1079px]:grid-cols-[minmax(0,1fr)_264px] max-[859px]:grid-cols-1 items-start gap-4">
      <Card title="The token">
        <form noValidate onSubmit={submit} className="flex flex-col gap-4">
          <KindChoice value={draft.kind} onChange={(kind) => form.set('kind', kind)} />
          <Field
            label="Name"
            hint="Names are not unique: tokens are identified by their id."
            error={form.problem('name')}
            aside={<ByteCounter used={utf8Length(draft.name)} limit={MAX_TOKEN_NAME} />}
          >
            <Input {...form.register('name')} placeholder="GOLD" autoFocus />
          </Field>
          {draft.kind === 'fungible' ? <SupplyField form={form} draft={draft} coin={coin} /> : null}
          <Field
            label="Description"
            optional
            error={form.problem('description')}
            aside={<ByteCounter used={utf8Length(draft.description)} limit={MAX_TOKEN_DESCRIPTION} />}
          >
            <Textarea {...form.register('description')} rows={3} placeholder="What it stands for, and who redeems it" />
          </Field>
          {draft.kind === 'nft' ? <NftFields form={form} draft={draft} /> : null}
          <BuildFailure error={error} />
          <div className="flex items-center gap-3 border-t pt-4">
            <Button type="submit" variant="primary" busy={building}>
              Build and review
            </Button>
            <Button variant="ghost" onClick={() => form.reset(emptyTokenDraft)}>
              Clear
            </Button>
            <p className="text-12 text-muted">Nothing is sent yet: you review the transaction first.</p>
          </div>
        </form>
      </Card>
      <Preview draft={draft} coin={coin} purse={purse} address={address} />
    </div>
  )
}

interface SupplyFieldProps {
  readonly form: Form<TokenDraft>
  readonly draft: TokenDraft
  readonly coin: string
}

function SupplyField({ form, draft, coin }: SupplyFieldProps) {
  const units = draftUnits(draft)
  const meaning =
    units === undefined || units === 0n
      ? `Each unit locks the smallest part of a coin, 0.00000001 ${coin}.`
      : `${unitsText(units)}, locking ${plainAmount(units)} ${coin}.`
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_168px] gap-x-3 gap-y-1">
      <Field label="Supply" error={form.problem('supply')}>
        <Input {...form.register('supply')} inputMode="decimal" placeholder="1,000" />
      </Field>
      <Field label="Counted in">
        <Select {...form.register('supplyUnit', { deps: 'supply' })}>
          <option value="units">units</option>
          <option value="coins">{coin} locked</option>
        </Select>
      </Field>
      <p aria-live="polite" className="col-span-2 text-12 text-muted">
        {meaning}
      </p>
    </div>
  )
}
