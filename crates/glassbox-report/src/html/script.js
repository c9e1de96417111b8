'use strict';
(() => {
  document.documentElement.classList.add('js');
  const all = (selector, from = document) => [...from.querySelectorAll(selector)];
  const checks = all('.check');
  const filter = document.getElementById('filter');
  const shows = new Set(all('.chip').map((chip) => chip.dataset.verdict));

  // Which checks are shown.
  const update = () => {
    const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const check of checks) {
      const path = check.dataset.path.toLowerCase();
      check.hidden = !shows.has(check.dataset.verdict) || !words.every((word) => path.includes(word));
    }
  };
  filter.addEventListener('input', update);
  for (const chip of all('.chip')) {
    chip.addEventListener('click', () => {
      const { verdict } = chip.dataset;
      const isShown = !shows.delete(verdict);
      if (isShown) shows.add(verdict);
      chip.setAttribute('aria-pressed', String(isShown));
      update();
    });
  }

  // One step of a run at a time.
  const go = (steps, to) => {
    const each = all('.step', steps);
    const at = Math.max(0, Math.min(each.length - 1, to));
    each.forEach((step, index) => step.classList.toggle('shown', index === at));
    steps.dataset.at = at;
    steps.querySelector('output').textContent = `${at + 1} of ${each.length}`;
  };
  for (const steps of all('.steps')) {
    go(steps, 0);
    for (const button of all('button', steps)) {
      button.addEventListener('click', () => go(steps, Number(steps.dataset.at) + Number(button.dataset.step)));
    }
  }

  for (const button of all('.copy')) {
    button.addEventListener('click', () => {
      navigator.clipboard?.writeText(button.previousElementSibling.textContent).then(() => { button.textContent = 'copied'; });
    });
  }

  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target === filter) {
      if (event.key === 'Escape') { filter.value = ''; update(); filter.blur(); }
      return;
    }
    const shown = checks.filter((check) => !check.hidden);
    const current = document.activeElement?.closest('.check');
    const place = shown.indexOf(current);
    if (event.key === '/') {
      filter.focus();
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const next = shown[event.key === 'ArrowDown' ? place + 1 : place - 1] ?? (place < 0 ? shown[0] : null);
      if (!next) return;
      next.querySelector('summary').focus();
      next.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') {
      const steps = document.activeElement?.closest('.steps') ?? current?.querySelector('.steps')
        ?? all('.steps').find((candidate) => candidate.closest('.check').open && !candidate.closest('.check').hidden);
      if (!steps) return;
      go(steps, Number(steps.dataset.at) + (event.key === 'ArrowRight' ? 1 : -1));
    } else {
      return;
    }
    event.preventDefault();
  });
})();
