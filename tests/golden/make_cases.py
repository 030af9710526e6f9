#!/usr/bin/env python3
"""Writes cases/OP.json: for each op, inputs with the values that numpy gives for the published semantics
of numpy, ONNX, PyTorch and StableHLO. Each case names where its example or rule comes from; its values are
computed here. Needs numpy; only for changing the cases, not for running the tests."""

import pathlib

import numpy as np

import elementwise
import indexing
import layout
import linear
import reductions
import slicing
import sorting
import windows

if __name__ == "__main__":
    np.seterr(all="ignore")
    folder = pathlib.Path(__file__).parent / "cases"
    for family in (elementwise, linear, reductions, sorting, indexing, layout, slicing, windows):
        for make in family.ALL:
            make().write(folder)
