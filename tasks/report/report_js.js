'use strict';
// Filters, keys and verdicts of the report. Without it the page is whole: links lead from finding to text and back.
(() => {
  const root = document.documentElement, body = document.body;
  root.classList.add('js');
  const one = (what, within = document) => within.querySelector(what);
  const all = (what, within = document) => [...within.querySelectorAll(what)];
  const words = body.dataset;
  const fill = (text, ...values) => values.reduce((out, value) => out.replace('{}', () => String(value)), text);
  const cards = all('.card');
  const visible = () => cards.filter((card) => !card.hidden && !card.closest('[hidden]'));

  // ---- filters
  const boxes = all('#filter input[data-of]');
  const wanted = (name) => boxes.filter((box) => box.dataset.of === name && box.checked).map((box) => box.value);
  const filter = () => {
    const kinds = wanted('kind'), severities = wanted('severity'), statuses = wanted('status');
    const active = boxes.some((box) => !box.checked);
    for (const card of cards) {
      card.hidden = !(kinds.includes(card.dataset.kind) && severities.includes(card.dataset.severity) &&
                      statuses.includes(card.dataset.status));
    }
    for (const article of all('article.document')) {
      article.hidden = active && !all('.card', article).some((card) => !card.hidden);
    }
    const shown = visible().length;
    one('#count').textContent = shown === 0 && cards.length > 0 ? words.none : fill(words.shown, shown, cards.length);
  };
  for (const box of boxes) box.addEventListener('change', filter);
  one('#reset')?.addEventListener('click', () => {
    for (const box of boxes) box.checked = true;
    filter();
  });

  // ---- both places in the text
  const jump = one('#jump');
  let current = null, side = 'a';
  const quiet = () => all('.now').forEach((run) => run.classList.remove('now'));
  const runs = (id, which) => all(`[data-f~="${id}-${which}"]`);
  const scroll = (element) => element.scrollIntoView({block: 'center'});
  const show = (id, which) => {
    const here = runs(id, which);
    if (here.length === 0) return false;
    const details = here[0].closest('details');
    if (details) details.open = true;
    quiet();
    for (const s of ['a', 'b']) {
      for (const run of runs(id, s)) {
        run.classList.add('now');
        run.classList.toggle('b', s === 'b');
      }
    }
    for (const run of here) run.classList.add('now');
    current = id;
    side = which;
    jump.hidden = false;
    one('#other').hidden = runs(id, which === 'a' ? 'b' : 'a').length === 0;
    scroll(here[0]);
    here[0].focus({preventScroll: true});
    return true;
  };
  const other = () => current && show(current, side === 'a' ? 'b' : 'a');
  const back = () => {
    if (!current) return;
    const card = document.getElementById('f-' + current);
    quiet();
    jump.hidden = true;
    current = null;
    if (card) {
      scroll(card);
      card.focus({preventScroll: true});
    }
  };
  one('#other').addEventListener('click', other);
  one('#back').addEventListener('click', back);
  document.addEventListener('click', (event) => {
    const go = event.target.closest('a.go');
    if (go && show(go.dataset.id, go.dataset.side)) event.preventDefault();
    const run = event.target.closest('.text .flag');
    if (run && run.dataset.f) {
      const word = run.dataset.f.split(' ').find((f) => current && f.startsWith(current)) || run.dataset.f.split(' ')[0];
      const [id, which] = word.split('-');
      event.preventDefault();
      if (current === id) back(); else show(id, which);
    }
  });

  // ---- verdicts: kept by the browser until they are saved
  const store = 'proviso-' + words.report;
  let verdicts = {};
  try {
    verdicts = JSON.parse(localStorage.getItem(store)) || {};
  } catch { /* a browser may forbid it to files; then they last as long as the page */ }
  const lines = () => cards.filter((card) => verdicts[card.dataset.id]?.verdict).map((card) => {
    const {verdict, note} = verdicts[card.dataset.id];
    return JSON.stringify(note ? {id: card.dataset.id, verdict, note} : {id: card.dataset.id, verdict});
  });
  const draw = () => {
    for (const card of cards) {
      const said = verdicts[card.dataset.id]?.verdict;
      for (const button of all('button[data-verdict]', card)) {
        button.setAttribute('aria-pressed', String(button.dataset.verdict === said));
      }
      one('.said', card).textContent = said ? one(`button[data-verdict="${said}"]`, card).textContent : '';
      one('.said', card).className = 'said tag ' + (said || '');
    }
    const given = lines();
    one('#given').textContent = given.length ? fill(words.some, given.length) : words.noneYet;
    one('#lines').value = given.map((line) => line + '\n').join('');
    for (const button of all('#verdicts button')) button.disabled = given.length === 0;
    try {
      localStorage.setItem(store, JSON.stringify(verdicts));
    } catch { /* see above */ }
  };
  const decide = (card, verdict) => {
    const id = card.dataset.id, before = verdicts[id] || {};
    verdicts[id] = {...before, verdict: before.verdict === verdict ? '' : verdict};
    draw();
  };
  for (const card of cards) {
    const note = one('.verdict input', card);
    note.value = verdicts[card.dataset.id]?.note || '';
    note.addEventListener('input', () => {
      verdicts[card.dataset.id] = {...verdicts[card.dataset.id], note: note.value};
      draw();
    });
    for (const button of all('button[data-verdict]', card)) {
      button.addEventListener('click', () => decide(card, button.dataset.verdict));
    }
  }
  one('#save').addEventListener('click', () => {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([one('#lines').value], {type: 'application/jsonl'}));
    link.download = 'verdicts.jsonl';
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  });
  one('#copy').addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(one('#lines').value);
    } catch {
      one('#lines').select();
      document.execCommand('copy');
    }
    one('#copied').textContent = words.copied;
  });
  one('#forget').addEventListener('click', () => {
    if (!confirm(words.sure)) return;
    verdicts = {};
    for (const input of all('.verdict input')) input.value = '';
    draw();
  });
  one('#expand')?.addEventListener('click', (event) => {
    const open = event.target.getAttribute('aria-pressed') !== 'true';
    for (const details of all('details.whole')) details.open = open;
    event.target.setAttribute('aria-pressed', String(open));
    event.target.textContent = open ? words.collapse : words.expand;
  });

  // ---- keys
  const step = (by) => {
    const shown = visible();
    if (shown.length === 0) return;
    const at = shown.indexOf(document.activeElement.closest('.card'));
    const next = shown[at < 0 ? (by > 0 ? 0 : shown.length - 1) : Math.min(Math.max(at + by, 0), shown.length - 1)];
    scroll(next);
    next.focus({preventScroll: true});
  };
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (event.key === 'Escape' && current) return back();
    const target = event.target;
    if (target.matches('input[type=text], textarea')) return;
    const card = target.closest('.card');
    if (event.key === 'Enter') {
      if (target === card && card && show(card.dataset.id, 'a')) event.preventDefault();
      return;
    }
    if (!one('#single').checked) return;
    const keys = {
      j: () => step(1), k: () => step(-1), x: other,
      c: () => card && decide(card, 'confirmed'),
      d: () => card && decide(card, 'dismissed'),
      u: () => card && decide(card, 'undo'),
    };
    if (!Object.hasOwn(keys, event.key)) return;
    keys[event.key]();
    event.preventDefault();
  });

  filter();
  draw();
  // A link to a place in the text opens the text.
  const target = location.hash ? document.getElementById(decodeURIComponent(location.hash.slice(1))) : null;
  if (target?.closest('details')) {
    target.closest('details').open = true;
    scroll(target);
  }
})();
